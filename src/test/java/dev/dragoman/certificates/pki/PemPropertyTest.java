package dev.dragoman.certificates.pki;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Texts that anybody may have written into a Secret. */
class PemPropertyTest {
    private static final int ROUNDS = 12;

    /** Each character is looked at when a mark is searched, and when its block is decoded. */
    private static final long LOOKS = 2;

    private static final byte[] GOOD = good();

    private static byte[] good() {
        var text = new StringBuilder("# a remark\n");
        for (var key : List.of(KeySpec.ED25519, KeySpec.ECDSA_P256)) {
            var issued = PkiFixture.root(key);
            text.append(new String(PemFiles.write(issued.chain()), StandardCharsets.US_ASCII));
            text.append(new String(PemFiles.write(issued.key()), StandardCharsets.US_ASCII));
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    @Property(tries = 2000)
    void changedTextsAreReadOrRefusedAndTheWorkIsBounded(@ForAll Random random) {
        judge(mutated(random));
    }

    @Property(tries = 500)
    void anyBytesAreReadOrRefused(@ForAll byte[] bytes) {
        judge(bytes);
    }

    /** What makes other parsers look again and again at the same characters. */
    @Property(tries = 100)
    void repeatedMarksAreReadOrRefused(
            @ForAll Random random, @ForAll @IntRange(min = 1, max = 4000) int times) {
        var marks =
                List.of(
                        "-----BEGIN ",
                        "-----BEGIN CERTIFICATE-----\n",
                        "-----END CERTIFICATE-----\n",
                        "-----",
                        "-----BEGIN PRIVATE KEY-----\nAA==\n",
                        "-----END ");
        var one = marks.get(random.nextInt(marks.size()));
        var other = marks.get(random.nextInt(marks.size()));
        judge((one.repeat(times) + other.repeat(times)).getBytes(StandardCharsets.US_ASCII));
    }

    /** The bound of these tests can be broken: a text without any block is looked at once. */
    @Test
    void theWorkIsCounted() {
        assertThat(Pem.scan(new byte[1000], 2000, 64).looked()).isEqualTo(1000);
        assertThat(Pem.scan(GOOD, 1 << 18, 64).looked()).isGreaterThan(GOOD.length);
        assertThat(Pem.scan(new byte[1000], 999, 64).looked()).isZero();
    }

    private static void judge(byte[] text) {
        var scan = Pem.scan(text, PemFiles.LARGEST_BUNDLE, PemFiles.MOST_CERTIFICATES);
        assertThat(scan.looked()).isLessThanOrEqualTo(LOOKS * text.length);
        var key = PemFiles.privateKey(text);
        var certificates = PemFiles.certificates(text);
        assertThat(key.toOptional().isPresent()).isEqualTo(key.problem().isEmpty());
        assertThat(certificates.toOptional().isPresent())
                .isEqualTo(certificates.problem().isEmpty());
        assertThat(key.problem()).hasSizeLessThan(120);
        assertThat(certificates.problem()).hasSizeLessThan(120);
        certificates
                .toOptional()
                .ifPresent(
                        each -> {
                            // what was read can be looked at without surprises
                            each.forEach(Certificates::hosts);
                            each.forEach(Certificates::name);
                            each.forEach(Certificates::extendedUsages);
                            each.forEach(one -> Certificates.signed(one, one));
                            each.forEach(one -> KeySpec.of(one.getPublicKey()));
                        });
    }

    private static byte[] mutated(Random random) {
        var text = Arrays.copyOf(GOOD, GOOD.length);
        for (int i = random.nextInt(ROUNDS); i >= 0; i--) {
            int at = random.nextInt(text.length);
            int length = random.nextInt(Math.min(60, text.length - at) + 1);
            text =
                    switch (random.nextInt(5)) {
                        case 0 -> spliced(text, at, length, new byte[0]);
                        case 1 -> spliced(text, at, 0, Arrays.copyOfRange(text, at, at + length));
                        case 2 -> spliced(text, at, 0, Arrays.copyOfRange(GOOD, 0, length));
                        case 3 -> spliced(text, at, 1, new byte[] {(byte) random.nextInt(256)});
                        // another letter of base64, so that the bytes change and the text does not
                        default ->
                                spliced(
                                        text,
                                        at,
                                        1,
                                        new byte[] {(byte) ('A' + random.nextInt(26))});
                    };
            if (text.length == 0) {
                return text;
            }
        }
        return text;
    }

    private static byte[] spliced(byte[] text, int at, int removed, byte[] added) {
        var result = new byte[text.length - removed + added.length];
        System.arraycopy(text, 0, result, 0, at);
        System.arraycopy(added, 0, result, at, added.length);
        System.arraycopy(text, at + removed, result, at + added.length, text.length - at - removed);
        return result;
    }
}
