package dev.dragoman.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.azure.trial.Forecast;
import dev.dragoman.azure.trial.Forecast.Change;
import dev.dragoman.azure.trial.Forecast.Plan;
import dev.dragoman.cli.plan.PlanRun.Planned;
import dev.dragoman.reconcile.ObjectKey;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanReportTest {
    private static Planned planned(
            String name, Plan plan, List<String> reasons, Change... changes) {
        return new Planned(
                new ObjectKey("storage.azure.com", "StorageAccount", "team", name),
                new Forecast(
                        plan,
                        Optional.of("/x").filter(id -> plan != Plan.CREATE),
                        reasons,
                        List.of(changes)));
    }

    @Test
    void aLineForEachObjectAndThenWhatThereIsToSay() {
        var report =
                new PlanReport(
                        List.of(
                                planned("same", Plan.UNCHANGED, List.of()),
                                planned(
                                        "other",
                                        Plan.CHANGE,
                                        List.of(),
                                        new Change("tags.team", "nothing", "\"orders\"")),
                                planned("bad", Plan.REFUSED, List.of("Reason: two\nlines"))),
                        true);
        assertThat(report.text())
                .isEqualTo(
                        """
                        NAMESPACE  KIND                              NAME   ADOPTED  PLAN
                        team       StorageAccount.storage.azure.com  same   yes      unchanged
                        team       StorageAccount.storage.azure.com  other  yes      change
                        team       StorageAccount.storage.azure.com  bad    yes      refused

                        StorageAccount.storage.azure.com team/other: change
                          tags.team: Azure shows nothing, the operator sends "orders"

                        StorageAccount.storage.azure.com team/bad: refused
                          Reason: two\\nlines

                        3 objects: 1 unchanged, 1 change, 1 refused. There are obstacles.
                        """);
        assertThat(report.json())
                .contains(
                        "\"inTheWay\":true,\"azureAsked\":true",
                        "\"name\":\"same\",\"plan\":\"unchanged\",\"inTheWay\":false,\"adopted\":\"/x\",\"reasons\":[],\"changes\":[]",
                        "\"reasons\":[\"Reason: two\\nlines\"]",
                        "\"path\":\"tags.team\"");
    }

    @ParameterizedTest
    @CsvSource({
        "UNCHANGED, true, false",
        "CHANGE, true, false",
        "CREATE, true, false",
        "DELETE, true, false",
        "WAIT, true, false",
        "LEFT_ALONE, true, false",
        "NOT_COMPARED, true, true",
        "NOT_COMPARED, false, false",
        "REFUSED, true, true",
        "REFUSED, false, true"
    })
    void whatIsNotSentForAReasonOfItsOwnIsInTheWay(Plan plan, boolean asked, boolean obstructed) {
        var report = new PlanReport(List.of(planned("one", plan, List.of())), asked);
        assertThat(report.obstructed()).isEqualTo(obstructed);
        assertThat(report.text())
                .contains(obstructed ? "There are obstacles." : "There is no obstacle.");
        assertThat(report.text().contains("run with --azure")).isEqualTo(!asked);
    }

    @Test
    void noObjectsAreToldToo() {
        assertThat(new PlanReport(List.of(), true).text())
                .isEqualTo("No objects of these kinds.\n");
    }
}
