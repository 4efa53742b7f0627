package dev.dragoman.witness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Parts of secret values by which they are found in texts of any size. Of a value that has other
 * things in it, such as a connection string, only what is random is taken. Thread-safe.
 */
final class SecretPieces {
    /** Characters of a part that are looked for; no other text has them by chance. */
    private static final int LENGTH = 16;

    /** Shorter secrets are looked for one by one, and there must not be many. */
    private static final int SHORTEST = 8;

    private static final Pattern BLOCK =
            Pattern.compile(
                    "-----BEGIN (?<what>[A-Z0-9 ]+)-----(?<body>[^-]+)-----END [A-Z0-9 ]+-----");
    private static final Pattern BETWEEN = Pattern.compile("[\\s;,\"'{}<>&]+");
    private static final Pattern NAMED = Pattern.compile("^[A-Za-z]+=(?=.)");
    private static final Pattern UUID =
            Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    private static final Pattern TOKEN =
            Pattern.compile("eyJ[\\w-]+\\.[\\w-]+\\.(?<signature>[\\w-]+)");
    private static final Pattern ENTRY = Pattern.compile("keyvault://[a-z0-9.-]+/[a-z0-9-]+");
    private static final long BASE = 1_000_003;

    private final Set<String> pieces = ConcurrentHashMap.newKeySet();
    private final Set<Long> hashes = ConcurrentHashMap.newKeySet();
    private final Set<String> brief = ConcurrentHashMap.newKeySet();

    /** A value all of which is secret, as it is and in base64. */
    void whole(String value) {
        // an id, with which a test tries to sign in, or the name of an entry of a Key Vault
        if (UUID.matcher(value).matches() || ENTRY.matcher(value).matches()) {
            return;
        }
        if (value.length() >= LENGTH) {
            piece(value);
        } else if (value.length() >= SHORTEST) {
            brief.add(value);
        } else {
            return;
        }
        var encoded = Base64.getEncoder().withoutPadding().encodeToString(value.getBytes(UTF_8));
        if (encoded.length() >= LENGTH) {
            piece(encoded);
        }
    }

    /** What is random in a value: private keys, signatures of tokens, keys. */
    void partsOf(String value) {
        var blocks = BLOCK.matcher(value);
        while (blocks.find()) {
            if (blocks.group("what").contains("PRIVATE")) {
                // a line of it stays together wherever it is quoted
                var lines = blocks.group("body").strip().split("\\R", -1);
                piece(lines[lines.length / 2].strip());
                var encoded = Base64.getEncoder().encodeToString(blocks.group().getBytes(UTF_8));
                piece(encoded.substring(encoded.length() / 2));
            }
        }
        for (var part : BETWEEN.split(blocks.reset().replaceAll(" "), -1)) {
            random(NAMED.matcher(part).replaceFirst("")).ifPresent(this::whole);
        }
    }

    private static Optional<String> random(String text) {
        var token = TOKEN.matcher(text);
        if (token.matches()) {
            return Optional.of(token.group("signature"));
        }
        boolean mixed =
                text.chars().anyMatch(Character::isUpperCase)
                        && text.chars().anyMatch(Character::isLowerCase)
                        && text.chars().anyMatch(Character::isDigit);
        return mixed
                        && text.length() >= LENGTH + 4
                        && !text.contains("/subscriptions/")
                        && !text.contains("://")
                        && !UUID.matcher(text).find()
                ? Optional.of(text)
                : Optional.empty();
    }

    private void piece(String text) {
        if (text.length() >= LENGTH) {
            int from = (text.length() - LENGTH) / 2;
            var piece = text.substring(from, from + LENGTH);
            pieces.add(piece);
            hashes.add(hash(piece));
        }
    }

    /** Keeps them for another JVM. */
    void write(Path file) {
        var lines = new ArrayList<String>();
        for (var each : pieces) {
            lines.add(encoded(each));
        }
        for (var each : brief) {
            lines.add(encoded(each));
        }
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What was kept. */
    static SecretPieces read(Path file) {
        try {
            var read = new SecretPieces();
            for (var line : Files.readAllLines(file)) {
                var text = new String(Base64.getDecoder().decode(line), UTF_8);
                if (text.length() < LENGTH) {
                    read.brief.add(text);
                } else {
                    read.piece(text);
                }
            }
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    /** How many there are. */
    int size() {
        return pieces.size() + brief.size();
    }

    /** The parts that the text has. */
    Set<String> in(String text) {
        var found = new HashSet<String>();
        brief.stream().filter(text::contains).forEach(found::add);
        long power = 1;
        for (int i = 0; i < LENGTH; i++) {
            power *= BASE;
        }
        long hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = hash * BASE + text.charAt(i);
            if (i >= LENGTH) {
                hash -= power * text.charAt(i - LENGTH);
            }
            if (i >= LENGTH - 1 && hashes.contains(hash)) {
                var there = text.substring(i - LENGTH + 1, i + 1);
                if (pieces.contains(there)) {
                    found.add(there);
                }
            }
        }
        return found;
    }

    private static long hash(String piece) {
        long hash = 0;
        for (int i = 0; i < piece.length(); i++) {
            hash = hash * BASE + piece.charAt(i);
        }
        return hash;
    }
}
