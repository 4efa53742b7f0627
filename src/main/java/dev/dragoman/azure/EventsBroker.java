package dev.dragoman.azure;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import dev.dragoman.azure.event.EventSettings;
import dev.dragoman.azure.identity.AzureIdentity;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * How the queue of change events is reached. Thread-safe.
 *
 * @param credential tokens for the queue, unless the settings have a connection string
 */
public record EventsBroker(EventSettings settings, TokenCredential credential) {
    /** Name of the bean. */
    public static final String BEAN = "eventsBroker";

    /** Tokens of an identity that may change: it is looked up for each token. */
    static final class Tokens implements TokenCredential {
        private final Supplier<AzureIdentity> identity;
        private final Function<AzureIdentity, TokenCredential> credentials;
        private AzureIdentity last;
        private TokenCredential credential;

        /**
         * @param identity throws an IllegalArgumentException while there is none
         */
        Tokens(
                Supplier<AzureIdentity> identity,
                Function<AzureIdentity, TokenCredential> credentials) {
            this.identity = identity;
            this.credentials = credentials;
        }

        @Override
        public Mono<AccessToken> getToken(TokenRequestContext request) {
            return Mono.fromCallable(() -> current().getTokenSync(request))
                    .subscribeOn(Schedulers.boundedElastic());
        }

        private synchronized TokenCredential current() {
            var now = identity.get();
            if (!now.equals(last)) {
                credential = credentials.apply(now);
                last = now;
            }
            return credential;
        }
    }
}
