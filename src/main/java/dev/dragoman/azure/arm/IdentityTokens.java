package dev.dragoman.azure.arm;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import dev.dragoman.azure.identity.EntraUnavailable;
import dev.dragoman.azure.identity.NodeRefused;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The tokens of one identity. A token is used until shortly before its end, or until a service
 * refuses it. While Entra or the node gives no tokens, none are requested for a while: as long as
 * the answer asks, and longer after each failure. Thread-safe; one thread at a time requests a
 * token.
 */
final class IdentityTokens {
    /** How long before its end a token is replaced; less for a token with a short life. */
    private static final Duration BEFORE = Duration.ofMinutes(5);

    /** A token is replaced at the earliest after 4/5 of its life. */
    private static final int SHARE = 5;

    /** Pause after a token could not be replaced that is valid for a while. */
    private static final Duration AGAIN = Duration.ofSeconds(30);

    /** New tokens in a row that services may refuse; after that the tokens are not the reason. */
    private static final int MOST_REFUSED = 3;

    private final Supplier<TokenCredential> credentials;
    private final boolean cached;
    private final InstantSource clock;
    private final InstantSource steady;
    private final Map<Purpose, Held> tokens = new ConcurrentHashMap<>();
    private final ReentrantLock asking = new ReentrantLock();

    /** Guarded by the lock of this object, as is {@link #why}. */
    private final Pause unavailable = new Pause();

    private String why = "";
    private final Map<String, Pause> refusals = new HashMap<>();

    /**
     * What a token is for.
     *
     * @param tenant tenant that issues it
     */
    private record Purpose(String scope, String tenant) {}

    private record Held(String text, Instant renewal, Instant end) {}

    /** A pause that is longer each time the same trouble comes again soon. */
    private static final class Pause {
        private static final Duration FIRST = Duration.ofSeconds(5);

        /** Doublings after which the longest pause is reached, of less than three minutes. */
        private static final int DOUBLINGS = 5;

        private static final Duration FORGOTTEN = Duration.ofMinutes(10);

        private Instant until = Instant.MIN;
        private int count;

        boolean lasts(Instant now) {
            return until.isAfter(now);
        }

        void begin(Instant now, Duration least) {
            count = until.plus(FORGOTTEN).isBefore(now) ? 1 : count + 1;
            var grown = FIRST.multipliedBy(1L << Math.min(count - 1, DOUBLINGS));
            until = now.plus(grown.compareTo(least) > 0 ? grown : least);
        }
    }

    /**
     * @param credentials gives a new credential, which has no cached token
     * @param cached whether a token is used for more than one request
     * @param clock time of day, for the ends of tokens
     * @param steady clock that never goes back, for pauses
     */
    IdentityTokens(
            Supplier<TokenCredential> credentials,
            boolean cached,
            InstantSource clock,
            InstantSource steady) {
        this.credentials = credentials;
        this.cached = cached;
        this.clock = clock;
        this.steady = steady;
    }

    /**
     * A token for services of this scope.
     *
     * @param tenant tenant that issues it
     * @throws EntraUnavailable while no token is requested
     */
    String of(String scope, String tenant) {
        var purpose = new Purpose(scope, tenant);
        if (!cached) {
            return request(purpose);
        }
        var now = clock.instant();
        var held = tokens.get(purpose);
        boolean valid = held != null && held.end().isAfter(now);
        if (valid && (held.renewal().isAfter(now) || !asking.tryLock())) {
            return held.text();
        }
        if (!valid) {
            asking.lock();
        }
        try {
            var other = tokens.get(purpose);
            return other == null || other.equals(held) ? request(purpose) : other.text();
        } catch (RuntimeException later) {
            if (!valid) {
                throw later;
            }
            tokens.replace(purpose, held, new Held(held.text(), now.plus(AGAIN), held.end()));
            return held.text();
        } finally {
            asking.unlock();
        }
    }

    private String request(Purpose purpose) {
        throwPause();
        AccessToken made;
        try {
            var asked =
                    new TokenRequestContext()
                            .addScopes(purpose.scope())
                            .setTenantId(purpose.tenant());
            made = credentials.get().getTokenSync(asked);
        } catch (RuntimeException e) {
            begin(e);
            throwPause();
            throw e;
        }
        synchronized (this) {
            unavailable.count = 0;
        }
        if (cached) {
            tokens.put(purpose, held(made));
        }
        return made.getToken();
    }

    /**
     * The token with the time of its renewal. Where Entra names no such time, the library gives one
     * of 1970.
     */
    private Held held(AccessToken made) {
        var now = clock.instant();
        var end = made.getExpiresAt().toInstant();
        var share = Duration.between(now, end).dividedBy(SHARE);
        var last = end.minus(share.compareTo(BEFORE) < 0 ? share : BEFORE);
        var named = Optional.ofNullable(made.getRefreshAt()).map(each -> each.toInstant());
        return new Held(
                made.getToken(),
                named.filter(each -> each.isAfter(now) && each.isBefore(last)).orElse(last),
                end);
    }

    private synchronized void throwPause() {
        var now = steady.instant();
        if (unavailable.lasts(now)) {
            throw new EntraUnavailable(why, Duration.between(now, unavailable.until));
        }
    }

    /** Begins a pause if the failure passes by itself. */
    private synchronized void begin(RuntimeException failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof EntraUnavailable away) {
                begin(away.getMessage(), away.pause());
            } else if (t instanceof NodeRefused node && node.passing()) {
                begin(node.getMessage(), node.pause());
            }
        }
    }

    private void begin(String cause, Duration least) {
        why = cause;
        unavailable.begin(steady.instant(), least);
    }

    /**
     * Drops the tokens of a scope because a service refused this one with 401. Does so once for
     * each of them, and after a pause: a service that refuses every token gets few new ones.
     *
     * @return whether another token may be accepted, so that the refusal says nothing of the object
     */
    synchronized boolean refused(String scope, String token) {
        var now = steady.instant();
        var pause = refusals.computeIfAbsent(scope, any -> new Pause());
        boolean current =
                !cached || tokens.values().stream().anyMatch(each -> each.text().equals(token));
        if (current && !pause.lasts(now)) {
            pause.begin(now, Duration.ZERO);
            tokens.keySet().removeIf(each -> each.scope().equals(scope));
        }
        return pause.count <= MOST_REFUSED;
    }
}
