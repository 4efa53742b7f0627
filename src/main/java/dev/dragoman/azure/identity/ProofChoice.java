package dev.dragoman.azure.identity;

import static dev.dragoman.azure.identity.AzureIdentity.CERTIFICATE;
import static dev.dragoman.azure.identity.AzureIdentity.CLIENT_SECRET;
import static dev.dragoman.azure.identity.AzureIdentity.FEDERATED;
import static dev.dragoman.azure.identity.AzureIdentity.FILE;
import static dev.dragoman.azure.identity.AzureIdentity.PASSWORD;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Chooses the proof of an identity, even if several proofs are set. {@code
 * USE_WORKLOAD_IDENTITY_AUTH} comes first; then a client secret, a certificate, a file, the node's
 * identity, and a federated token. Pure.
 */
record ProofChoice(Map<String, String> values, Source source, String client, Cloud cloud) {
    static final String MODE = "AUTH_MODE";

    private static final String NODE = "podidentity";
    private static final String WORKLOAD = "workloadidentity";

    /**
     * The proof.
     *
     * @throws IllegalArgumentException naming the key that is missing, wrong or not allowed
     */
    Proof proof() {
        boolean node = node();
        if (AzureIdentity.federated(values).orElse(false)) {
            if (node) {
                throw new IllegalArgumentException(
                        "%s is %s, and %s is true; remove one of them from %s"
                                .formatted(MODE, NODE, FEDERATED, source.text()));
            }
            return federation();
        }
        if (set(CLIENT_SECRET)) {
            return secret();
        }
        if (set(CERTIFICATE)) {
            inNoVault(CERTIFICATE);
            inNoVault(PASSWORD);
            return new Proof.ClientCertificate(
                    new Sensitive(text(CERTIFICATE)),
                    set(PASSWORD) ? Optional.of(new Sensitive(text(PASSWORD))) : Optional.empty());
        }
        if (set(FILE)) {
            return file();
        }
        return node ? ofTheNode() : unset();
    }

    private boolean node() {
        return switch (text(MODE).toLowerCase(Locale.ROOT)) {
            case "", WORKLOAD -> false;
            case NODE -> true;
            default ->
                    throw new IllegalArgumentException(
                            "%s in %s is neither %s nor %s; write one of them, or remove the key"
                                    .formatted(MODE, source.text(), NODE, WORKLOAD));
        };
    }

    private Proof federation() {
        return switch (source) {
            case Source.Global _ -> new Proof.TokenFile();
            case Source.Scoped scoped -> scoped.rules().of(scoped.namespace());
        };
    }

    private Proof secret() {
        if (!source.rules().secrets()) {
            throw new IllegalArgumentException(
                    "%s is set in %s, and DRAGOMAN_CLIENT_SECRETS=forbid: remove the client secret, and use a federated credential or a certificate"
                            .formatted(CLIENT_SECRET, source.text()));
        }
        inNoVault(CLIENT_SECRET);
        return new Proof.ClientSecret(new Sensitive(text(CLIENT_SECRET)));
    }

    /** The operator would need its own credential to read an entry of a Key Vault. */
    private void inNoVault(String key) {
        if (source instanceof Source.Global
                && text(key).toLowerCase(Locale.ROOT).startsWith("keyvault:")) {
            throw new IllegalArgumentException(
                    "%s in %s names a Key Vault, and the operator's own credential cannot be in one; write the value itself, or use a federated credential"
                            .formatted(key, source.text()));
        }
    }

    /**
     * The proof of a credential file. Does not read the file, so a refusal does not tell whether
     * the file exists.
     */
    private Proof file() {
        Path path;
        try {
            path = Path.of(text(FILE));
        } catch (InvalidPathException none) {
            throw noPath();
        }
        if (!path.isAbsolute() || !path.equals(path.normalize())) {
            throw noPath();
        }
        return switch (source) {
            case Source.Global _ -> new Proof.FileNamed(path, Optional.empty());
            case Source.Scoped scoped -> {
                var below = scoped.files();
                if (!path.startsWith(below) || path.equals(below)) {
                    throw new IllegalArgumentException(
                            "%s of %s is no file below %s, and a Secret of this namespace may name no other file; correct the path"
                                    .formatted(FILE, scoped.text(), below));
                }
                yield new Proof.FileNamed(path, Optional.of(below));
            }
        };
    }

    private IllegalArgumentException noPath() {
        return new IllegalArgumentException(
                "%s of %s is no absolute path without '..'; correct the path"
                        .formatted(FILE, source.text()));
    }

    private Proof ofTheNode() {
        if (source instanceof Source.Scoped scoped) {
            if (!scoped.rules().nodes().allows(scoped.namespace(), client)) {
                throw new IllegalArgumentException(
                        "%s is %s in %s, and the namespace %s may not act as the nodes' identity %s. To allow it, add the entry %s/%s to the operator's setting %s"
                                .formatted(
                                        MODE,
                                        NODE,
                                        scoped.text(),
                                        scoped.namespace(),
                                        client,
                                        scoped.namespace(),
                                        client,
                                        NodeIdentities.SETTING));
            }
            if (!cloud.equals(scoped.rules().clouds().own())) {
                throw new IllegalArgumentException(
                        "%s is %s in %s, and the nodes' identities exist only in the operator's cloud; remove %s"
                                .formatted(
                                        MODE, NODE, scoped.text(), String.join(", ", Cloud.KEYS)));
            }
        }
        return new Proof.NodeIdentity();
    }

    /** The proof if no key chooses a proof. */
    private Proof unset() {
        boolean forbidden = AzureIdentity.federated(values).isPresent();
        if (source instanceof Source.Global global) {
            if (!forbidden && (global.token() || global.withdrawn())) {
                return new Proof.TokenFile();
            }
            if (!global.withdrawn()) {
                return new Proof.NodeIdentity();
            }
        } else if (!forbidden) {
            return federation();
        }
        throw new IllegalArgumentException(
                "%1$s is not set, and %2$s is false; in %3$s, set %1$s, or set %2$s to true"
                        .formatted(CLIENT_SECRET, FEDERATED, source.text()));
    }

    private boolean set(String key) {
        return !text(key).isEmpty();
    }

    private String text(String key) {
        return AzureIdentity.text(values, key);
    }
}
