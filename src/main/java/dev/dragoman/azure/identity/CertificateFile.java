package dev.dragoman.azure.identity;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.dragoman.keys.RsaBounds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collections;
import java.util.function.Predicate;

/**
 * A certificate with its private key, from {@code AZURE_CLIENT_CERTIFICATE} or a credential file.
 * No message of an exception shows its content. Immutable.
 */
final class CertificateFile {
    /** Beginning of each part of a PEM. */
    private static final String BEGIN = "-----BEGIN ";

    private static final String BEGIN_KEY = "-----BEGIN PRIVATE KEY-----";
    private static final String END_KEY = "-----END PRIVATE KEY-----";

    /** Largest number of characters; a certificate with its chain has a few thousand. */
    private static final int LARGEST = 24 << 10;

    private final boolean pem;
    private final byte[] content;
    private final String password;

    private CertificateFile(boolean pem, byte[] content, String password) {
        this.pem = pem;
        this.content = content;
        this.password = password;
    }

    /** True for PEM, false for PKCS#12. */
    boolean pem() {
        return pem;
    }

    /** A new stream of the content. */
    InputStream open() {
        return new ByteArrayInputStream(content);
    }

    /** The password of a PKCS#12; the empty string if it has none. */
    String password() {
        return password;
    }

    /**
     * Reads and checks the certificate of a Secret or of the environment.
     *
     * @throws IllegalArgumentException when it is neither PEM nor PKCS#12, its password is wrong,
     *     or its key cannot be used
     */
    static CertificateFile read(Proof.ClientCertificate certificate) {
        return read(
                certificate.content().reveal(),
                certificate.password().map(Sensitive::reveal).orElse(""),
                "does not open with AZURE_CLIENT_CERTIFICATE_PASSWORD");
    }

    /**
     * Reads and checks the certificate of a credential file, which is Base64 of a PEM or of a
     * PKCS#12.
     *
     * @throws IllegalArgumentException when it is neither PEM nor PKCS#12, or its key cannot be
     *     used
     */
    static CertificateFile read(Proof.FileContent file) {
        try {
            return read(
                    new String(
                            Base64.getMimeDecoder().decode(file.certificate().reveal()),
                            ISO_8859_1),
                    "",
                    "is PKCS#12 with a password, which a credential file cannot name; write it without a password");
        } catch (IllegalArgumentException wrong) {
            var what = String.valueOf(wrong.getMessage());
            throw new IllegalArgumentException(
                    "the client_secret of the file %s %s"
                            .formatted(
                                    file.path(),
                                    what.startsWith(AzureIdentity.CERTIFICATE)
                                            ? what.substring(AzureIdentity.CERTIFICATE.length() + 1)
                                            : "is no Base64"));
        }
    }

    /** Reads a text; {@code locked} ends the message if the password does not open a PKCS#12. */
    private static CertificateFile read(String text, String password, String locked) {
        if (text.length() > LARGEST) {
            throw wrong("has more than %d characters".formatted(LARGEST));
        }
        if (text.contains(BEGIN)) {
            if (text.contains("CERTIFICATE-----") && text.contains("PRIVATE KEY-----")) {
                rsa(first(text));
                bounded(text);
                return new CertificateFile(true, text.getBytes(ISO_8859_1), "");
            }
            throw wrong("is PEM without a certificate or without a private key");
        }
        return new CertificateFile(false, store(bytes(text), password, locked), password);
    }

    private static Certificate first(String pem) {
        var at = Math.max(0, pem.indexOf("-----BEGIN CERTIFICATE-----"));
        try (var in = new ByteArrayInputStream(pem.substring(at).getBytes(ISO_8859_1))) {
            return CertificateFactory.getInstance("X.509").generateCertificate(in);
        } catch (CertificateException | IOException e) {
            throw wrong("is PEM whose certificate cannot be read");
        }
    }

    /** Refuses keys other than RSA, because Entra and Microsoft's library support only RSA. */
    private static void rsa(Certificate certificate) {
        if (!"RSA".equals(certificate.getPublicKey().getAlgorithm())) {
            throw wrong(
                    "has no RSA key, and Entra accepts only RSA keys; use a certificate with an RSA key");
        }
    }

    /**
     * The bytes of a PKCS#12. A Secret may hold the bytes themselves; the environment holds them in
     * Base64.
     */
    private static byte[] bytes(String text) {
        var raw = text.getBytes(ISO_8859_1);
        // a PKCS#12 begins with a DER sequence
        if (raw.length > 1 && raw[0] == 0x30 && (raw[1] & 0x80) != 0) {
            return raw;
        }
        try {
            return Base64.getMimeDecoder().decode(text);
        } catch (IllegalArgumentException neither) {
            throw wrong("is neither PEM nor PKCS#12");
        }
    }

    private static byte[] store(byte[] content, String password, String locked) {
        if (Pkcs12Work.tooMuch(content)) {
            throw wrong(
                    "is PKCS#12 whose password is hashed more than %d times; export the file again with fewer iterations"
                            .formatted(Pkcs12Work.MOST));
        }
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(content), password.toCharArray());
            var keys = Collections.list(store.aliases()).stream().filter(isKey(store)).toList();
            if (keys.size() > 1) {
                throw wrong(
                        "is PKCS#12 with %d private keys; use a file with one private key"
                                .formatted(keys.size()));
            }
            for (var alias : keys) {
                rsa(store.getCertificate(alias));
                var key = store.getKey(alias, password.toCharArray());
                if (key != null) {
                    bounded(key);
                    return content;
                }
            }
            throw wrong("is PKCS#12 without a certificate that has a private key");
        } catch (IOException e) {
            throw wrong(
                    e.getCause() instanceof UnrecoverableKeyException
                            ? locked
                            : "is neither PEM nor PKCS#12");
        } catch (GeneralSecurityException e) {
            throw wrong("cannot be read: " + e.getClass().getSimpleName());
        }
    }

    private static Predicate<String> isKey(KeyStore store) {
        return alias -> {
            try {
                return store.isKeyEntry(alias) && store.getCertificate(alias) != null;
            } catch (KeyStoreException notLoaded) {
                throw new IllegalStateException(notLoaded);
            }
        };
    }

    /**
     * Checks the private key of a PEM if it is PKCS#8, the only form that Microsoft's library
     * reads.
     */
    private static void bounded(String pem) {
        int from = pem.indexOf(BEGIN_KEY);
        int end = pem.lastIndexOf(END_KEY);
        if (from < 0 || end < from) {
            return;
        }
        var base64 =
                pem.substring(from, end)
                        .replace(BEGIN_KEY, "")
                        .replace(END_KEY, "")
                        .replace("\n", "")
                        .replace("\r", "");
        bounded(key(base64));
    }

    private static Key key(String base64) {
        try {
            var spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64));
            return KeyFactory.getInstance("RSA").generatePrivate(spec);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw wrong("is PEM whose private key cannot be read");
        }
    }

    /**
     * Refuses a key with which one signature could take hours; nothing could interrupt the
     * signature.
     */
    private static void bounded(Key key) {
        if (!(key instanceof RSAPrivateCrtKey rsa && RsaBounds.fits(rsa))) {
            throw wrong(
                    "has no RSA key that can be used; use one of at most %d bits"
                            .formatted(RsaBounds.LARGEST));
        }
    }

    private static IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(AzureIdentity.CERTIFICATE + " " + what);
    }
}
