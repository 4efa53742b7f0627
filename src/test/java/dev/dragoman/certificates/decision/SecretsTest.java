package dev.dragoman.certificates.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.hostile.OneHash;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SecretsTest {
    /** Who may write the Secret may put thousands of keys into it. */
    @Test
    @Timeout(5)
    void whatOthersHavePutBesideIsNotRead() {
        var data = new LinkedHashMap<String, Object>();
        OneHash.names(30_000).forEach(each -> data.put(each, ""));
        data.put(TlsSecret.CERTIFICATE, "YQ==");
        data.put(OwnSecret.NEXT_KEY, "no Base64");
        var read = Secrets.read(Map.of("data", data));
        assertThat(read.data()).containsOnlyKeys(TlsSecret.CERTIFICATE, OwnSecret.NEXT_KEY);
        assertThat(read.data().get(TlsSecret.CERTIFICATE)).asString().isEqualTo("a");
        assertThat(read.data().get(OwnSecret.NEXT_KEY)).isEmpty();
    }
}
