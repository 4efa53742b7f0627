package dev.dragoman.azure.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.Catalog;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which fields were sent once, are not any more, and are there as they were. */
class SentFieldsTest {
    private static final AzureVersion POSTGRES =
            Catalog.load()
                    .find("dbforpostgresql.azure.com", "FlexibleServer")
                    .orElseThrow()
                    .newest();

    private static final SentFields FIELDS = new SentFields(POSTGRES.body(), new byte[] {1});

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static Map<String, Object> json(String text) throws Exception {
        return new ObjectMapper().readValue(text.replace('\'', '"'), Map.class);
    }

    private static String sent(Map<String, Object> body, Set<String> secrets) {
        return FIELDS.of(body, secrets, Map.of(), "");
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {'properties':{'highAvailability':{'mode':'ZoneRedundant'}}} | {'properties':{'version':'16'}} | {'properties':{'version':'16','highAvailability':{'mode':'zoneRedundant'}}} | properties.highAvailability.mode=zoneRedundant | taken out of the spec, and there
                    {'properties':{'highAvailability':{'mode':'ZoneRedundant'}}} | {'properties':{}} | {'properties':{'highAvailability':{'mode':'Disabled'}}} | | Azure has changed it
                    {'properties':{'highAvailability':{'mode':'ZoneRedundant'}}} | {'properties':{'highAvailability':{'mode':'SameZone'}}} | {'properties':{'highAvailability':{'mode':'ZoneRedundant'}}} | | asked for with another value
                    {'properties':{}} | {'properties':{}} | {'properties':{'highAvailability':{'mode':'Disabled'}}} | | never asked for
                    {'tags':{'a':'1'}} | {} | {'tags':{'a':'1'}} | | keys of maps are not told
                    {'properties':{'administratorLoginPassword':'x'}} | {} | {'properties':{'administratorLoginPassword':'x'}} | | what Azure does not show
                    """)
    void whatIsStillThere(String before, String now, String shown, String expected, String why)
            throws Exception {
        var left = FIELDS.left(json(now), json(shown), sent(json(before), Set.of()));
        assertThat(left.toString())
                .as(why)
                .isEqualTo("{%s}".formatted(expected == null ? "" : expected));
    }

    @Test
    void itIsRememberedAsLongAsItIsThere() throws Exception {
        var shown = json("{'properties':{'version':'16','highAvailability':{'mode':'SameZone'}}}");
        var first = sent(shown, Set.of());
        var now = json("{'properties':{'version':'16'}}");
        var second = FIELDS.of(now, Set.of(), shown, first);
        assertThat(FIELDS.left(now, shown, second)).hasSize(1);
        var third = FIELDS.of(now, Set.of(), now, second);
        assertThat(third).isEqualTo(sent(now, Set.of()));
    }

    @Test
    void secretsLeaveNoMark() throws Exception {
        var body = json("{'properties':{'administratorLogin':'x'}}");
        assertThat(sent(body, Set.of("properties.administratorLogin"))).isEmpty();
        assertThat(sent(body, Set.of())).hasSize(5);
    }

    @Test
    void whatIsNoMarkIsNotRead() {
        assertThat(SentFields.read("abcde")).contains("abcde");
        assertThat(SentFields.read("abcd")).isEmpty();
        assertThat(SentFields.read("a b.c")).isEmpty();
        assertThat(SentFields.read(5)).isEmpty();
    }

    /** Of a cluster, whose pools live in its body. */
    @Test
    void aChildThatIsTakenOutOfTheListIsTold() throws Exception {
        var cluster =
                Catalog.load()
                        .find("containerservice.azure.com", "ManagedCluster")
                        .orElseThrow()
                        .newest();
        var fields = new SentFields(cluster.body(), new byte[] {1});
        var both = json("{'properties':{'agentPoolProfiles':[{'name':'a'},{'name':'Extra'}]}}");
        var one = json("{'properties':{'agentPoolProfiles':[{'name':'A'}]}}");
        var before = fields.of(both, Set.of(), Map.of(), "");
        assertThat(fields.left(one, both, before))
                .containsExactly(Map.entry("properties.agentPoolProfiles[extra]", "Extra"))
                .allSatisfy((path, name) -> assertThat(SentFields.isChild(path)).isTrue());
        assertThat(fields.left(Map.of(), both, before)).as("no list at all").hasSize(2);
        assertThat(fields.left(one, one, before)).as("Azure has none").isEmpty();
        assertThat(fields.left(one, both, fields.of(one, Set.of(), Map.of(), "")))
                .as("made by others")
                .isEmpty();
    }
}
