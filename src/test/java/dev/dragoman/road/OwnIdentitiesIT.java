package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.road.Teams.Team;
import dev.dragoman.tier.Full;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Teams with identities of their own, between which Azure's rights decide. */
@Full
class OwnIdentitiesIT {
    private Teams teams;
    private Team victim;
    private Team attacker;

    @BeforeEach
    void start() {
        teams = new Teams("own-identities", List.of(), road -> {}, false);
        victim = teams.victim;
        attacker = teams.attacker;
        teams.apply(victim, Samples.group("orders", "victim"));
        teams.ready(victim, "resourcegroup/orders");
    }

    @AfterEach
    void stop() {
        teams.close();
    }

    private static String with(String yaml, String name, String credential) {
        return yaml.replace(
                "metadata: {name: %s}".formatted(name),
                "metadata: {name: %s, annotations: {serviceoperator.azure.com/credential-from: %s}}"
                        .formatted(name, credential));
    }

    private String below(String name) {
        return Samples.account(name)
                .replace(
                        "owner: {name: orders}",
                        "owner: {armId: \"%s\"}".formatted(victim.group("orders")));
    }

    private void says(Team team, String name, String reason) {
        await().untilAsserted(
                        () ->
                                assertThat(
                                                teams.condition(
                                                        team,
                                                        Teams.STORAGE,
                                                        "StorageAccount",
                                                        name))
                                        .containsEntry("reason", reason));
    }

    /** A platform's identity may act in the team's group, and Azure says so. */
    @Test
    void belowAnotherTeamsResourceAzureDecides() {
        teams.apply(attacker, below("foreignaccount"));
        says(attacker, "foreignaccount", "AuthorizationFailed");
        teams.secret(attacker, "platform", teams.withSecret(victim.subscription()));
        teams.apply(attacker, with(below("platformaccount"), "platformaccount", "platform"));
        teams.ready(attacker, "storageaccount/platformaccount");
        // whom nobody has given one is sent as the operator, which may do everything
        teams.apply(teams.rival, below("rivalaccount"));
        says(teams.rival, "rivalaccount", "ConsentRequired");
    }

    /** In the mode shared the operator proves whatever anybody names, but for what has a secret. */
    @Test
    void whatTheOperatorProvesForAnybodyNeedsConsent() {
        teams.road.stop();
        teams.road.environment.put("DRAGOMAN_IDENTITY_MODE", "shared");
        teams.road.start();
        teams.apply(attacker, below("named"));
        says(attacker, "named", "ConsentRequired");
        teams.secret(attacker, "platform", teams.withSecret(victim.subscription()));
        teams.apply(attacker, with(below("provenaccount"), "provenaccount", "platform"));
        teams.ready(attacker, "storageaccount/provenaccount");
    }

    /** He has written down the victim's client id, and is there first. */
    @Test
    void anIdentityThatIsNamedAndNotProvenKeepsNothing() {
        teams.secret(attacker, "theirs", teams.keys(victim.subscription(), victim.client()));
        teams.apply(attacker, with(below("wanted"), "wanted", "theirs"));
        // it is the victim's own: Azure cannot tell
        says(attacker, "wanted", "ConsentRequired");
        teams.apply(attacker, with(Samples.group("wanted", "attacker"), "wanted", "theirs"));
        await().untilAsserted(
                        () ->
                                assertThat(
                                                teams.condition(
                                                        attacker,
                                                        Teams.GROUPS,
                                                        "ResourceGroup",
                                                        "wanted"))
                                        .containsEntry("reason", "AuthenticationFailed"));
        teams.apply(victim, Samples.group("wanted", "victim"));
        teams.ready(victim, "resourcegroup/wanted");
        assertThat(teams.road.azure(victim.group("wanted"), "/tags/team")).isEqualTo("victim");
    }
}
