package dev.dragoman.certificates.pki;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The text of certificateHash. */
class CertificateHashTest {
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    /** Or a new version of the operator would restart everything. */
    @Test
    void isTheSameInEachVersion() {
        assertThat(CertificateHash.of(PkiFixture.resource("server.crt")))
                .isEqualTo("xqcrb9f9sf8ksxzgz2f6wfhngp8g8jlvphspmwhvld5c7sk6drps6j");
    }

    /** Known from outside: SHA-256 of "abc". */
    @Test
    void holdsAllOfSha256() {
        var text = CertificateHash.of("abc".getBytes(StandardCharsets.US_ASCII));
        var number = BigInteger.ZERO;
        for (int i = text.length() - 1; i >= 0; i--) {
            number =
                    number.multiply(BigInteger.valueOf(27))
                            .add(BigInteger.valueOf(ALPHABET.indexOf(text.charAt(i))));
        }
        assertThat(number)
                .isEqualTo(
                        new BigInteger(
                                1,
                                HexFormat.of()
                                        .parseHex(
                                                "ba7816bf8f01cfea414140de5dae2223"
                                                        + "b00361a396177a9cb410ff61f20015ad")));
    }

    @Property(tries = 300)
    void isAValueOfALabel(@ForAll byte[] bytes) {
        assertThat(CertificateHash.of(bytes)).matches("[" + ALPHABET + "]{54}");
    }

    @Test
    void changesWithEachByte() {
        var bytes = PkiFixture.resource("server.crt");
        var before = CertificateHash.of(bytes);
        bytes[bytes.length - 2] ^= 1;
        assertThat(CertificateHash.of(bytes)).isNotEqualTo(before);
    }
}
