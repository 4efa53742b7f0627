package dev.dragoman.certificates.pki;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Kinds of private keys: the field {@code privateKey} of a certificate's spec. */
public enum KeySpec {
    /** The default, as with MARIN3R. */
    RSA_2048("RSA", 2048),
    RSA_3072("RSA", 3072),
    RSA_4096("RSA", 4096),
    ECDSA_P256("ECDSA", 256),
    ECDSA_P384("ECDSA", 384),
    ED25519("Ed25519", 0);

    private static final String ALGORITHM = "algorithm";

    private final String algorithm;
    private final int size;

    KeySpec(String algorithm, int size) {
        this.algorithm = algorithm;
        this.size = size;
    }

    /**
     * Reads {@code privateKey}. Defaults are RSA and the smallest size of the algorithm. Upper and
     * lower case of the algorithm do not matter.
     *
     * @param privateKey fields {@code algorithm} (text) and {@code size} (bits); other fields are
     *     ignored; empty for the default
     * @throws IllegalArgumentException when there is no such kind; the message says what to write
     */
    public static KeySpec parse(Map<String, ?> privateKey) {
        var name = privateKey.get(ALGORITHM) == null ? "RSA" : privateKey.get(ALGORITHM);
        var kinds =
                Arrays.stream(values())
                        .filter(each -> each.algorithm.equalsIgnoreCase(String.valueOf(name)))
                        .toList();
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException(
                    "privateKey.algorithm: '%s' is unknown; write RSA, ECDSA or Ed25519"
                            .formatted(name));
        }
        var bits = privateKey.get("size");
        if (bits == null) {
            return kinds.getFirst();
        }
        return kinds.stream()
                .filter(each -> each.size != 0)
                .filter(each -> String.valueOf(each.size).equals(String.valueOf(bits)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(noSuchSize(kinds, bits)));
    }

    private static String noSuchSize(List<KeySpec> kinds, Object bits) {
        var algorithm = kinds.getFirst().algorithm;
        if (kinds.getFirst() == ED25519) {
            return "privateKey.size: Ed25519 has one size only; leave the size out";
        }
        return "privateKey.size: %s has no size '%s'; write %s"
                .formatted(
                        algorithm,
                        bits,
                        kinds.stream()
                                .map(each -> String.valueOf(each.size))
                                .collect(Collectors.joining(" or ")));
    }

    /** The kind of a key; empty if it is none of the constants. */
    public static Optional<KeySpec> of(PublicKey key) {
        return switch (key) {
            case RSAPublicKey rsa -> sized("RSA", rsa.getModulus().bitLength());
            case ECPublicKey ec -> sized("ECDSA", ec.getParams().getOrder().bitLength());
            case EdECPublicKey edwards -> sized(edwards.getParams().getName(), 0);
            default -> Optional.empty();
        };
    }

    private static Optional<KeySpec> sized(String algorithm, int size) {
        return Arrays.stream(values())
                .filter(each -> each.size == size && each.algorithm.equals(algorithm))
                .findFirst();
    }

    /**
     * Makes a key pair. RSA takes some hundredths of a second, and ten times as long without {@link
     * NativeRsa}; the other kinds take less than a millisecond.
     *
     * @param random source of randomness; {@link NativeRsa} has its own
     */
    public KeyPair generate(SecureRandom random) {
        try {
            var fast =
                    "RSA".equals(algorithm) ? NativeRsa.generate(size) : Optional.<KeyPair>empty();
            return fast.isPresent() ? fast.get() : byTheJdk(random);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("no keys of %s can be made".formatted(this), missing);
        }
    }

    /** The kept key if it is of this kind; otherwise a new key. */
    KeyPair keptOrMade(Optional<KeyPair> kept, SecureRandom random) {
        return kept.filter(each -> of(each.getPublic()).filter(this::equals).isPresent())
                .orElseGet(() -> generate(random));
    }

    private KeyPair byTheJdk(SecureRandom random) {
        try {
            var generator = KeyPairGenerator.getInstance(family());
            generator.initialize(parameters(), random);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("this JDK makes no keys of " + this, missing);
        }
    }

    private String family() {
        return "ECDSA".equals(algorithm) ? "EC" : algorithm;
    }

    private AlgorithmParameterSpec parameters() {
        return switch (algorithm) {
            case "RSA" -> new RSAKeyGenParameterSpec(size, RSAKeyGenParameterSpec.F4);
            case "ECDSA" -> new ECGenParameterSpec("secp%dr1".formatted(size));
            default -> NamedParameterSpec.ED25519;
        };
    }

    /** Text for people, such as {@code RSA 2048}. */
    public String text() {
        return size == 0 ? algorithm : algorithm + " " + size;
    }
}
