package dev.dragoman.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dragoman.health.Judge.Judgement;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Whether others read each revision of an object as it is, which is said here anew. */
public final class HealthChecks {
    private HealthChecks() {}

    /** What there is to know about a revision. */
    private enum Standing {
        /** Nobody has looked at this generation, or Azure works, or it is tried again. */
        UNDER_WAY("InProgress", "InProgress", "Progressing"),
        READY("Current", "Current", "Healthy"),
        /** An edit alone helps; kstatus cannot know it. */
        REFUSED("InProgress", "Failed", "Degraded"),
        ENDING("Terminating", "InProgress", "Progressing");

        private final String kstatus;
        private final String flux;
        private final String argocd;

        Standing(String kstatus, String flux, String argocd) {
            this.kstatus = kstatus;
            this.flux = flux;
            this.argocd = argocd;
        }
    }

    private static Standing standing(GenericKubernetesResource object) {
        if (object.getMetadata().getDeletionTimestamp() != null) {
            return Standing.ENDING;
        }
        var ready = ready(object);
        if (!String.valueOf(ready.get("observedGeneration"))
                .equals(String.valueOf(object.getMetadata().getGeneration()))) {
            return Standing.UNDER_WAY;
        }
        if ("True".equals(ready.get("status"))) {
            return Standing.READY;
        }
        return "Error".equals(ready.get("severity")) ? Standing.REFUSED : Standing.UNDER_WAY;
    }

    private static Map<String, Object> ready(GenericKubernetesResource object) {
        List<Map<String, Object>> conditions = object.get("status", "conditions");
        return conditions == null
                ? Map.of()
                : conditions.stream()
                        .filter(each -> "Ready".equals(each.get("type")))
                        .findFirst()
                        .orElse(Map.of());
    }

    /**
     * Compares what is said of each revision with what it is.
     *
     * @return what kstatus, the expressions and the script said, each as one word for each change,
     *     such as {@code InProgress Current Terminating}
     */
    public static List<String> read(Judge judge, List<GenericKubernetesResource> revisions)
            throws IOException, InterruptedException {
        var judged = judge.of(revisions);
        assertThat(judged).hasSameSizeAs(revisions);
        for (int i = 0; i < judged.size(); i++) {
            var object = revisions.get(i);
            var standing = standing(object);
            var what = "revision %d%n%s".formatted(i, Serialization.asYaml(object));
            assertThat(judged.get(i).kstatus()).as(what).isEqualTo(standing.kstatus);
            assertThat(judged.get(i).argocd()).as(what).isEqualTo(standing.argocd);
            if (standing == Standing.ENDING) {
                // they do not ask whether it is being deleted
                assertThat(judged.get(i).flux()).as(what).isNotEmpty().doesNotStartWith("Error:");
            } else {
                assertThat(judged.get(i).flux()).as(what).isEqualTo(standing.flux);
            }
        }
        return List.of(
                changes(judged.stream().map(Judgement::kstatus).toList()),
                changes(
                        judged.stream()
                                .filter(each -> !each.kstatus().equals("Terminating"))
                                .map(Judgement::flux)
                                .toList()),
                changes(judged.stream().map(Judgement::argocd).toList()));
    }

    private static String changes(List<String> words) {
        var out = new ArrayList<String>();
        for (var each : words) {
            if (out.isEmpty() || !out.getLast().equals(each)) {
                out.add(each);
            }
        }
        return String.join(" ", out);
    }

    /**
     * What kstatus says of the first revision, and of the first one after an edit, as they are and
     * without {@code status.observedGeneration}: that field is all that keeps it from Current.
     */
    public static void withoutTheField(Judge judge, List<GenericKubernetesResource> revisions)
            throws IOException, InterruptedException {
        var first = revisions.getFirst();
        assertThat(first.<Integer>get("status", "observedGeneration")).isEqualTo(-1);
        assertThat(ready(first)).isEmpty();
        var edited =
                revisions.stream()
                        .filter(each -> each.getMetadata().getGeneration() == 2)
                        .findFirst()
                        .orElseThrow();
        assertThat(ready(edited)).containsEntry("status", "True");
        assertThat(judge.of(List.of(first, edited)))
                .extracting(Judgement::kstatus)
                .containsExactly("InProgress", "InProgress");
        assertThat(judge.of(List.of(without(first), without(edited))))
                .extracting(Judgement::kstatus)
                .containsExactly("Current", "Current");
    }

    private static GenericKubernetesResource without(GenericKubernetesResource object) {
        var copy = Serialization.clone(object);
        copy.<Map<String, Object>>get("status").remove("observedGeneration");
        return copy;
    }
}
