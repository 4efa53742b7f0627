package dev.dragoman.faults;

import dev.dragoman.sandbox.faults.Fault;
import dev.dragoman.sandbox.faults.Passing;
import dev.dragoman.sandbox.faults.WatchFault;
import java.util.Optional;

/** What happens to one write or one watch of a scenario. */
enum Disturbance {
    /** The write is carried out, and the operator killed before it learns so. */
    KILL,
    /** As before, and the user deletes everything before the operator comes back. */
    KILL_AND_WITHDRAW,
    /** The write is carried out; the connection breaks instead of an answer. */
    LOST_REPLY,
    /** The connection breaks; the write is not carried out. */
    UNSENT,
    /** Kubernetes answers 409. */
    CONFLICT,
    /** 429, to come back in a second. */
    THROTTLED,
    /** 503. */
    UNAVAILABLE,
    /** A token is refused for once, as where a right or a federation has not spread yet. */
    REFUSED,
    /** A Key Vault refuses with 403 for once, as where a role has not spread yet. */
    FORBIDDEN,
    /** A Key Vault answers a read with 404 for once, as where a recovery is not finished. */
    ABSENT,
    /** The watch ends with 410 in place of an event. */
    GONE,
    /** The watch says nothing more and stays open. */
    SILENCE,
    /** One event is missing. */
    DROP,
    /** One event comes twice. */
    DUPLICATE,
    /** The watch ends with 410, and the list after it shows the world before the scenario. */
    STALE;

    /** Whether it happens to watches rather than to writes. */
    boolean ofWatches() {
        return compareTo(GONE) >= 0;
    }

    /** Whether other runs notice nothing of it, so that they may go on at the same time. */
    boolean apart() {
        return switch (this) {
            case LOST_REPLY,
                    UNSENT,
                    CONFLICT,
                    UNAVAILABLE,
                    REFUSED,
                    FORBIDDEN,
                    ABSENT,
                    DROP,
                    DUPLICATE ->
                    true;
            default -> false;
        };
    }

    /** Whether it may happen to such a write. */
    boolean fits(Trace.Write write) {
        return switch (this) {
            case CONFLICT -> write.target() == Passing.Target.KUBERNETES;
            case REFUSED -> write.token();
            case FORBIDDEN -> write.ofVault();
            case ABSENT -> write.vaultRead();
            default -> true;
        };
    }

    /** Whether the write is not carried out. */
    boolean prevents() {
        return this == UNSENT
                || this == CONFLICT
                || this == THROTTLED
                || this == UNAVAILABLE
                || this == REFUSED
                || this == FORBIDDEN
                || this == ABSENT;
    }

    /**
     * @param kill ends the operator
     */
    Fault fault(Passing.Target target, Runnable kill) {
        return switch (this) {
            case KILL, KILL_AND_WITHDRAW -> new Fault.LoseReply(kill);
            case LOST_REPLY -> new Fault.LoseReply(() -> {});
            case UNSENT -> new Fault.ResetBefore();
            case CONFLICT -> Fault.kubernetes(409, "Conflict");
            case THROTTLED -> answer(target, 429, "TooManyRequests", "AADSTS90055", "Throttled");
            case UNAVAILABLE ->
                    answer(target, 503, "ServiceUnavailable", "AADSTS90033", "ServiceUnavailable");
            case REFUSED ->
                    target == Passing.Target.ENTRA
                            ? Fault.entra(401, "AADSTS700213")
                            : Fault.kubernetes(403, "Forbidden");
            case FORBIDDEN -> Fault.vault(403, "Forbidden", "ForbiddenByRbac");
            case ABSENT -> Fault.vault(404, "SecretNotFound", "");
            case GONE, SILENCE, DROP, DUPLICATE, STALE -> throw new IllegalStateException(name());
        };
    }

    private static Fault answer(
            Passing.Target target,
            int status,
            String code,
            String codeOfEntra,
            String codeOfVault) {
        return switch (target) {
            case KUBERNETES -> Fault.kubernetes(status, code);
            case ARM -> Fault.azure(status, code);
            case ENTRA -> Fault.entra(status, codeOfEntra);
            case VAULT -> Fault.vault(status, codeOfVault, "");
        };
    }

    Optional<WatchFault> watchFault() {
        return switch (this) {
            case GONE, STALE -> Optional.of(WatchFault.GONE);
            case SILENCE -> Optional.of(WatchFault.SILENCE);
            case DROP -> Optional.of(WatchFault.DROP);
            case DUPLICATE -> Optional.of(WatchFault.DUPLICATE);
            default -> Optional.empty();
        };
    }
}
