package dev.dragoman.sandbox.cli;

import com.azure.core.exception.HttpResponseException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Says in one line why Microsoft's client of Key Vault got no value. Pure. */
final class VaultRefusal {
    private static final Pattern ENTRA = Pattern.compile("AADSTS\\d+");

    /** The client's message when the proxy cannot reach the host. */
    private static final Pattern TUNNEL = Pattern.compile("Tunnel failed, got: 50[234]");

    private VaultRefusal() {}

    /** The reason: no such vault, Entra's code, or status and code of the vault. */
    static String reason(RuntimeException thrown) {
        var all = Stream.iterate((Throwable) thrown, each -> each != null, Throwable::getCause).toList();
        if (all.stream().anyMatch(VaultRefusal::unresolved)) {
            return "there is no such vault";
        }
        return entra(all)
                .or(() -> vault(all))
                .orElseGet(() -> all.getLast().toString().lines().findFirst().orElse(""));
    }

    private static boolean unresolved(Throwable thrown) {
        return thrown instanceof UnknownHostException
                || thrown instanceof UnresolvedAddressException
                || TUNNEL.matcher(message(thrown)).find();
    }

    private static Optional<String> entra(List<Throwable> all) {
        return all.stream()
                .flatMap(each -> ENTRA.matcher(message(each)).results())
                .findFirst()
                .map(code -> "Entra gives no token: " + code.group());
    }

    private static Optional<String> vault(List<Throwable> all) {
        return all.stream()
                .filter(HttpResponseException.class::isInstance)
                .map(HttpResponseException.class::cast)
                .filter(each -> each.getResponse() != null)
                .findFirst()
                .map(
                        each ->
                                "the vault answers %d %s"
                                        .formatted(
                                                each.getResponse().getStatusCode(),
                                                code(each.getValue()))
                                        .strip());
    }

    /** The code of the inner error, which is more exact; otherwise the code of the error. */
    private static String code(Object body) {
        var error = object(object(body).get("error"));
        var inner = object(error.get("innererror")).get("code");
        var code = inner == null ? error.get("code") : inner;
        return code == null ? "" : code.toString();
    }

    private static Map<?, ?> object(Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static String message(Throwable thrown) {
        return String.valueOf(thrown.getMessage());
    }
}
