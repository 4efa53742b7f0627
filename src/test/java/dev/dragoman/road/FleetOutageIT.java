package dev.dragoman.road;

import static dev.dragoman.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.sandbox.azure.control.Exchange;
import dev.dragoman.tier.Full;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A settled fleet while Entra, vaults or key calls are out of order: no object is written, and the
 * requests are no more than without the outage.
 */
@Full
class FleetOutageIT {
    private static final int SIZE = 24;
    private static final int ALWAYS = 1_000_000;
    private static final String API = "storage.azure.com/v20230101";

    private static final String EDIT = "{\"spec\":{\"tags\":{\"after\":\"the outage\"}}}";

    private VaultRoad vaults;
    private Road road;

    @BeforeEach
    void settle() {
        vaults = new VaultRoad("fleet");
        road = vaults.road;
        road.environment.put("AZURE_SYNC_PERIOD", "3s");
        road.environment.put("DRAGOMAN_KEYS_RESYNC", "always");
        vaults.start();
        road.azure.control().unlimited();
        road.applyServed(
                IntStream.range(0, SIZE)
                        .mapToObj(this::account)
                        .collect(Collectors.joining("---\n")));
        for (int i = 0; i < SIZE; i++) {
            road.ready("storageaccount/" + name(i));
        }
    }

    @AfterEach
    void stop() {
        road.close();
    }

    private String name(int number) {
        return vaults.account + number;
    }

    /** Every second one writes its key into a vault, the others into a Secret. */
    private String account(int number) {
        var object = Samples.exporting(name(number), "keys" + number);
        return number % 2 == 0
                ? object
                : object.replace(
                        "metadata: {name: %s}".formatted(name(number)),
                        "metadata: {name: %s, annotations: {dragoman.dev/key-vault: %s}}"
                                .formatted(name(number), vaults.vault));
    }

    @Test
    void nobodyIsWrittenAndFewAreAsked() {
        var quiet = during("no outage", () -> {}, this::looks);
        var keys =
                during(
                        "key calls",
                        () ->
                                road.azure
                                        .control()
                                        .fail(ALWAYS, "POST .*/listKeys", 503, "Busy", "later"),
                        this::looks);
        var entries =
                during(
                        "vaults",
                        () ->
                                road.azure
                                        .control()
                                        .fail(
                                                ALWAYS,
                                                "GET /%s.*".formatted(vaults.vault),
                                                503,
                                                "Busy",
                                                "later"),
                        this::looks);
        // tokens are refused and there are no new ones, so no resource is looked at
        var tokens =
                during(
                        "Entra",
                        () -> {
                            road.azure
                                    .control()
                                    .fail(ALWAYS, "POST .*/oauth2/", 503, "unavailable", "busy");
                            road.azure.control().revokeTokens();
                            road.apply(Samples.group("late", "late"));
                        },
                        () -> Boolean.compare(isToldOfEntra(), false) * 3L);
        assertThat(keys.get("keys")).isLessThanOrEqualTo(quiet.get("keys") + SIZE);
        assertThat(entries.get("vaults")).isLessThanOrEqualTo(quiet.get("vaults") + SIZE);
        assertThat(tokens.get("resources")).isLessThanOrEqualTo(2L * SIZE);
        road.ready("resourcegroup/late");
        road.kubectl("patch", "storageaccount", name(1), "--type=merge", "-p", EDIT);
        await("an edit after all")
                .until(() -> sent(each -> each.method().equals("PUT") && each.status() < 300) >= 1);
        road.ready("storageaccount/" + name(1));
    }

    private boolean isToldOfEntra() {
        var late = road.get("resources.azure.com/v1api20200601", "ResourceGroup", "late");
        return String.valueOf(Road.condition(late).get("message")).contains("Entra is unavailable");
    }

    /** The fewest looks at one resource. */
    private long looks() {
        return IntStream.range(0, SIZE)
                .mapToLong(
                        number ->
                                sent(
                                        each ->
                                                each.method().equals("GET")
                                                        && each.path()
                                                                .endsWith("/" + name(number))))
                .min()
                .orElseThrow();
    }

    private long sent(Predicate<Exchange> which) {
        return road.azure.control().exchanges().stream().filter(which).count();
    }

    /** Requests until there were three looks, or tries; no object is written meanwhile. */
    private Map<String, Long> during(String what, Runnable outage, LongSupplier looks) {
        var before = versions();
        road.azure.control().clearExchanges();
        outage.run();
        await(what).until(() -> looks.getAsLong() >= 3);
        var counted = new TreeMap<String, Long>();
        counted.put("keys", sent(each -> each.path().endsWith("/listKeys")));
        counted.put("vaults", sent(Exchange::ofVault));
        counted.put("refused", sent(each -> each.status() == 401));
        counted.put(
                "resources",
                sent(
                        each ->
                                each.method().equals("GET")
                                        && each.path().contains("/storageAccounts/")));
        counted.put("writes", sent(each -> each.method().equals("PUT") && !each.ofVault()));
        System.out.printf("%d objects, %s: %s%n", SIZE, what, counted);
        assertThat(counted.get("writes")).isZero();
        assertThat(versions()).as("objects during the outage: %s", what).isEqualTo(before);
        road.azure.control().clearFaults();
        return counted;
    }

    /** Of every object, the version that each write changes. */
    private Map<String, Object> versions() {
        return IntStream.range(0, SIZE)
                .boxed()
                .collect(
                        Collectors.toMap(
                                this::name,
                                number -> {
                                    var object = road.get(API, "StorageAccount", name(number));
                                    assertThat(Road.condition(object).get("status"))
                                            .isEqualTo("True");
                                    return object.getMetadata().getResourceVersion();
                                }));
    }
}
