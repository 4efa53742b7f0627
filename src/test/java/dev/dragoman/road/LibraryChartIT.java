package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.road.Teams.Team;
import dev.dragoman.tier.Full;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A chart with objects in two namespaces, as platforms have it that give their teams identities:
 * roles on what the team holds, in the namespace and under the identity of the platform, and what
 * the team holds, in the group and the services of the platform. None of them consents to anything.
 */
@Full
class LibraryChartIT {
    private static final String ROLES = "authorization.azure.com/v1api20200801preview";
    private static final Pattern SEPARATOR = Pattern.compile("\n---\n");

    private Teams teams;
    private Team platform;
    private Team team;
    private String account;

    @BeforeEach
    void start() {
        var kinds =
                Stream.of("shared", "platform", "team")
                        .flatMap(file -> documents(read(file)).stream())
                        .map(LibraryChartIT::kind)
                        .distinct()
                        .toList();
        teams = new Teams("library-chart", kinds, road -> {}, false);
        platform = teams.victim;
        team = teams.attacker;
        account = "chart" + UUID.randomUUID().toString().substring(0, 8);
        // one subscription of both: the platform may do everything in it, the team what it is given
        teams.secret(
                team,
                Teams.NAMESPACE_CREDENTIAL,
                teams.keys(platform.subscription(), team.client()));
        teams.identity(team.client(), team.subject(), platform.subscription());
        teams.apply(platform, group("shared"));
        teams.apply(platform, group("team"));
        teams.ready(platform, "resourcegroup/shared");
        teams.ready(platform, "resourcegroup/team");
        var shared = filled("shared");
        teams.apply(platform, shared);
        ready(platform, shared);
    }

    private static String group(String name) {
        return """
        apiVersion: resources.azure.com/v1api20200601
        kind: ResourceGroup
        metadata:
          name: %s
          annotations: {serviceoperator.azure.com/reconcile-policy: detach-on-delete}
        spec: {location: uksouth}
        """
                .formatted(name);
    }

    @AfterEach
    void stop() {
        teams.close();
    }

    private static String read(String file) {
        try (InputStream in =
                LibraryChartIT.class.getResourceAsStream("/library-chart/" + file + ".yaml")) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String filled(String file) {
        return read(file)
                .replace("TEAM_GROUP", platform.group("team"))
                .replace("SHARED_GROUP", platform.group("shared"))
                .replace("SUBSCRIPTION", platform.subscription())
                .replace("BUS", "bus" + account)
                .replace("SERVER", "db" + account)
                .replace("ACCOUNT", account);
    }

    private static List<GenericKubernetesResource> documents(String yaml) {
        return SEPARATOR
                .splitAsStream(yaml)
                .map(each -> Serialization.unmarshal(each, GenericKubernetesResource.class))
                .toList();
    }

    private static String kind(GenericKubernetesResource object) {
        return object.getApiVersion().replaceFirst("/.*", "") + "/" + object.getKind();
    }

    private void ready(Team whose, String yaml) {
        for (var each : documents(yaml)) {
            var group = each.getApiVersion().replaceFirst("/.*", "");
            teams.ready(whose, each.getKind() + "." + group + "/" + each.getMetadata().getName());
        }
    }

    @Test
    void allOfItIsReadyWithTheIdentitiesOfTheNamespaces() {
        var ofPlatform = filled("platform");
        var ofTeam = filled("team");
        assertThat(documents(ofPlatform).size() + documents(ofTeam).size()).isEqualTo(22);
        teams.apply(platform, ofPlatform);
        teams.apply(team, ofTeam);
        ready(team, ofTeam);
        ready(platform, ofPlatform);
    }

    /** A client id is no secret; under the same one the team has to consent, as before. */
    @Test
    void whoNamesTheTeamsIdentityNeedsItsConsent() {
        var ofTeam = filled("team");
        teams.apply(team, ofTeam);
        teams.ready(team, "storageaccount/" + account);
        teams.secret(
                teams.rival,
                Teams.NAMESPACE_CREDENTIAL,
                teams.keys(platform.subscription(), team.client()));
        teams.apply(teams.rival, filled("platform"));
        await().untilAsserted(
                        () ->
                                assertThat(
                                                teams.condition(
                                                        teams.rival,
                                                        ROLES,
                                                        "RoleAssignment",
                                                        "read-files"))
                                        .containsEntry("reason", "ConsentRequired"));
    }
}
