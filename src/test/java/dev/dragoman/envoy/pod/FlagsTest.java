package dev.dragoman.envoy.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlagsTest {
    private static final Map<String, String> DEFAULTS = Flags.defaults("port", "8090", "host", "");

    private static Flags read(String arguments) {
        return Flags.read(
                DEFAULTS, arguments.isEmpty() ? List.of() : List.of(arguments.split(" ", -1)));
    }

    @Test
    void bothWaysOfWritingCountAndTheLastOneWins() {
        assertThat(read("").port("port")).isEqualTo(8090);
        assertThat(read("--port 1").port("port")).isEqualTo(1);
        assertThat(read("--port=1 --port=65535").port("port")).isEqualTo(65_535);
        assertThat(read("--host=a=b").text("host")).isEqualTo("a=b");
        // as with MARIN3R's parser
        assertThat(read("--host --port").text("host")).isEqualTo("--port");
    }

    @Test
    void whatHasNoEffectIsTakenAllTheSame() {
        var flags = read("--debug --metrics-bind-address :1 --debug=true --port 2");
        assertThat(flags.port("port")).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "--prot 1, there is no flag '--prot'; the flags are --port and --host",
        "--prot=1, there is no flag '--prot'; the flags are --port and --host",
        "port, there is no flag 'port'; the flags are --port and --host",
        "--, there is no flag '--'; the flags are --port and --host",
        "-p, there is no flag '-p'; the flags are --port and --host",
        "--port, --port has no value; write --port VALUE"
    })
    void argumentsThatCannotBeReadAreNamed(String arguments, String message) {
        assertThatThrownBy(() -> read(arguments))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message.replace(" and --host", ", --host"));
    }

    @ParameterizedTest
    @CsvSource({"0", "65536", "x", "''", "-1", "0x10", "99999999999"})
    void portsThatAreNoneAreNamed(String port) {
        assertThatThrownBy(() -> read("--port=" + port).port("port"))
                .hasMessage("--port is '%s'; write a number from 1 to 65535".formatted(port));
    }

    @Test
    void countsBeginWithZero() {
        assertThat(read("--port=0").count("port")).isZero();
        assertThatThrownBy(() -> read("--port=-1").count("port"))
                .hasMessage("--port is '-1'; write a number from 0 to 1000000");
    }
}
