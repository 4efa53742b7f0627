package dev.dragoman.agents;

import dev.dragoman.agents.decision.egress.Block;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.ExtendedResolver;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.TextParseException;
import org.xbill.DNS.Type;
import org.xbill.DNS.lookup.LookupSession;
import org.xbill.DNS.lookup.NoSuchDomainException;
import org.xbill.DNS.lookup.NoSuchRRSetException;

/**
 * Looks up host names with the DNS servers of the operator's pod. No thread waits for an answer, so
 * a slow answer does not delay other lookups. Thread-safe.
 */
final class Dns implements HostAnswers.Asker {
    private static final Logger LOG = LoggerFactory.getLogger(Dns.class);

    /** Timeout of one DNS server, after which the next server is asked. */
    private static final Duration OF_SERVER = Duration.ofSeconds(2);

    private static final Duration LIMIT = Duration.ofSeconds(8);

    private final LookupSession session;

    /** Uses the DNS servers of the operator's pod. */
    Dns() {
        this(new ExtendedResolver());
    }

    Dns(ExtendedResolver servers) {
        for (var each : servers.getResolvers()) {
            each.setTimeout(OF_SERVER);
        }
        servers.setTimeout(LIMIT);
        // without search domains and without a cache
        this.session = LookupSession.builder().resolver(servers).build();
    }

    @Override
    public CompletableFuture<Optional<List<Block>>> ask(String name) {
        try {
            var whole = Name.fromString(name + ".");
            var four = ask(whole, Type.A);
            var six = ask(whole, Type.AAAA);
            return four.thenCombine(six, Dns::both)
                    .orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .exceptionally(
                            failure -> {
                                LOG.debug("no answer for {}", name, failure);
                                return Optional.empty();
                            });
        } catch (TextParseException e) {
            throw new IllegalArgumentException(name + " is no name of a host", e);
        }
    }

    /**
     * All addresses of a host. Needs the answers for IPv4 and IPv6: without one of them, the
     * addresses of that IP version would be closed.
     */
    private static Optional<List<Block>> both(List<Block> four, List<Block> six) {
        var all = new ArrayList<>(four);
        all.addAll(six);
        return Optional.of(List.copyOf(all));
    }

    private CompletableFuture<List<Block>> ask(Name name, int type) {
        return session.lookupAsync(name, type)
                .toCompletableFuture()
                .thenApply(result -> blocks(result.getRecords()))
                .exceptionally(
                        failure -> {
                            if (none(failure)) {
                                return List.of();
                            }
                            throw new CompletionException(failure);
                        });
    }

    /** Whether the DNS says that there is no such host, or that it has no address of the type. */
    private static boolean none(Throwable failure) {
        var cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof NoSuchDomainException || cause instanceof NoSuchRRSetException;
    }

    private static List<Block> blocks(List<Record> records) {
        var blocks = new ArrayList<Block>();
        for (var each : records) {
            if (each instanceof ARecord four) {
                blocks.add(block(four.getAddress()));
            } else if (each instanceof AAAARecord six
                    && six.getAddress() instanceof java.net.Inet6Address address) {
                // an IPv4-mapped address, which Java reads as Inet4Address, is ambiguous and left
                // out
                blocks.add(block(address));
            }
        }
        return blocks;
    }

    private static Block block(InetAddress address) {
        return Block.parse(address.getHostAddress());
    }
}
