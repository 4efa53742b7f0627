package dev.dragoman.agents.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is held of a list. */
class PoolJsonTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"value": []}                                     | []
                    {"count": 1, "value": [{"id": 3, "x": [1, {}]}]}  | [{"id":3}]
                    {"a": {"value": [1]}, "value": [7, {"name": "n"}]}| [null,{"name":"n"}]
                    {"value": [{"reservedAgent": {"name": "a", "id": 4, "_links": {"name": 1}}, "result": null}]} | [{"reservedAgent":{"name":"a"},"result":null}]
                    {"value": [{"systemCapabilities": {"CDTARGET_UID": "u", "PATH": "p"}, "status": "offline"}]} | [{"systemCapabilities":{"CDTARGET_UID":"u"},"status":"offline"}]
                    {"value": [{"name": {"name": "n"}, "reservedAgent": "x"}]} | [{}]
                    """)
    void isWhatIsUsed(String body, String held) throws IOException {
        assertThat(PoolJson.values(bytes(body)).orElseThrow()).hasToString(held);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{}", "1", "{\"value\": 1}", "{\"value\": {}}"})
    void isNoList(String body) throws IOException {
        assertThat(PoolJson.values(bytes(body))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{\"value\": [", "<html>", "{\"value\": [{]}"})
    void isNoJson(String body) {
        assertThatThrownBy(() -> PoolJson.values(bytes(body))).isInstanceOf(IOException.class);
    }

    @Test
    void isNestedTooDeep() {
        var deep = "{\"value\": [" + "[".repeat(60) + "]".repeat(60) + "]}";
        assertThatThrownBy(() -> PoolJson.values(bytes(deep))).isInstanceOf(IOException.class);
    }
}
