package dev.dragoman.agents;

import dev.dragoman.agents.decision.egress.Block;
import dev.dragoman.agents.decision.egress.HostAnswer;
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
    public CompletableFuture<HostAnswer> ask(String name) {
        try {
            var whole = Name.fromString(name + ".");
            return ask(whole, Type.A).thenCombine(ask(whole, Type.AAAA), HostAnswer::new);
        } catch (TextParseException e) {
            throw new IllegalArgumentException(name + " is no name of a host", e);
        }
    }

    /** The addresses of a type; empty if no DNS server answered. */
    private CompletableFuture<Optional<List<Block>>> ask(Name name, int type) {
        return session.lookupAsync(name, type)
                .toCompletableFuture()
                .thenApply(result -> Optional.of(blocks(result.getRecords())))
                .orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
                .exceptionally(
                        failure -> {
                            if (none(failure)) {
                                return Optional.of(List.of());
                            }
                            LOG.debug("no {} for {}", Type.string(type), name, failure);
                            return Optional.empty();
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
