package dev.dragoman.sandbox.controlplane;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Finds the Secrets and keys that a pod refers to and that are missing. */
final class PodNeeds {
    private final Pod pod;
    private final BiFunction<String, String, Optional<Secret>> secrets;

    /**
     * The state of a waiting container.
     *
     * @param reason the reason that a kubelet would set
     */
    record Waiting(String reason, String message) {}

    private record Need(String secret, List<String> keys, boolean volume) {}

    /**
     * The needs of this pod.
     *
     * @param secrets gives a Secret by namespace and name
     */
    PodNeeds(Pod pod, BiFunction<String, String, Optional<Secret>> secrets) {
        this.pod = pod;
        this.secrets = secrets;
    }

    /**
     * The first missing Secret or key; volumes come first, because they are mounted before
     * containers are created.
     */
    Optional<Waiting> missing() {
        return Stream.concat(volumes(), variables())
                .map(this::missing)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<Waiting> missing(Need need) {
        var namespace = pod.getMetadata().getNamespace();
        var reason = need.volume() ? "ContainerCreating" : "CreateContainerConfigError";
        var found = secrets.apply(namespace, need.secret());
        if (found.isEmpty()) {
            return Optional.of(
                    new Waiting(reason, "secret \"%s\" not found".formatted(need.secret())));
        }
        Map<String, String> data = found.get().getData() == null ? Map.of() : found.get().getData();
        return need.keys().stream()
                .filter(key -> !data.containsKey(key))
                .map(
                        key ->
                                "couldn't find key %s in Secret %s/%s"
                                        .formatted(key, namespace, need.secret()))
                .map(message -> new Waiting(reason, message))
                .findFirst();
    }

    private Stream<Need> variables() {
        var spec = pod.getSpec();
        return Stream.concat(spec.getInitContainers().stream(), spec.getContainers().stream())
                .flatMap(PodNeeds::variables);
    }

    private static Stream<Need> variables(Container container) {
        var all =
                container.getEnvFrom().stream()
                        .map(from -> from.getSecretRef())
                        .filter(Objects::nonNull)
                        .filter(from -> needed(from.getOptional()))
                        .map(from -> new Need(from.getName(), List.of(), false));
        var single =
                container.getEnv().stream()
                        .filter(variable -> variable.getValueFrom() != null)
                        .map(variable -> variable.getValueFrom().getSecretKeyRef())
                        .filter(Objects::nonNull)
                        .filter(from -> needed(from.getOptional()))
                        .map(from -> new Need(from.getName(), List.of(from.getKey()), false));
        return Stream.concat(all, single);
    }

    private Stream<Need> volumes() {
        return pod.getSpec().getVolumes().stream().flatMap(PodNeeds::volume);
    }

    private static Stream<Need> volume(Volume volume) {
        if (volume.getSecret() != null) {
            var secret = volume.getSecret();
            return needed(secret.getOptional())
                    ? Stream.of(new Need(secret.getSecretName(), keys(secret.getItems()), true))
                    : Stream.of();
        }
        if (volume.getProjected() == null) {
            return Stream.of();
        }
        return volume.getProjected().getSources().stream()
                .map(source -> source.getSecret())
                .filter(Objects::nonNull)
                .filter(secret -> needed(secret.getOptional()))
                .map(secret -> new Need(secret.getName(), keys(secret.getItems()), true));
    }

    private static List<String> keys(List<KeyToPath> items) {
        return items.stream().map(KeyToPath::getKey).toList();
    }

    private static boolean needed(Boolean optional) {
        return !Boolean.TRUE.equals(optional);
    }
}
