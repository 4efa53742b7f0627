package dev.dragoman.tools.catalog;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.azure.model.ArmBody;
import dev.dragoman.azure.model.LookUp;
import dev.dragoman.azure.model.Owner;
import dev.dragoman.azure.model.Reference;
import dev.dragoman.azure.model.ReferencedValues;
import dev.dragoman.azure.model.ResourceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compares the bodies of one folder of samples with the recording of that folder. */
final class SampleFolder {
    private static final String SAMPLE_GROUP = "aso-sample-rg";
    private static final ResourceId SUBSCRIPTION =
            ResourceId.ofSubscription("00000000-0000-0000-0000-000000000000");

    /** Child collections that the harness copied from a GET answer. */
    private static final Map<String, String> COPIED =
            Map.of(
                    "VirtualNetwork.network.azure.com", "subnets",
                    "LoadBalancer.network.azure.com", "inboundNatRules");

    /** An object of a kind and version that the catalog has. */
    record Sample(
            AzureKind kind,
            AzureVersion version,
            String name,
            Map<String, Object> object,
            Map<String, Object> spec) {}

    /** Figures of a folder. */
    record Score(int bodies, int equal, int urlsEqual, List<String> notes) {}

    private final Recordings recording;
    private final List<Sample> samples = new ArrayList<>();
    private final Map<String, String> paths = new HashMap<>();
    private final String group;

    SampleFolder(Catalog catalog, List<Map<String, Object>> objects, Recordings recording) {
        this.recording = recording;
        String groupPath = recording.resourceGroupPath();
        group = groupPath.isEmpty() ? SAMPLE_GROUP : new ResourceId(groupPath).name();
        paths.put("ResourceGroup.resources.azure.com/" + SAMPLE_GROUP, groupPath);
        for (Map<String, Object> object : objects) {
            String[] api = ((String) object.getOrDefault("apiVersion", "/")).split("/", 2);
            catalog.find(api[0], (String) object.get("kind"))
                    .ifPresent(
                            kind ->
                                    kind.version(api[1])
                                            .ifPresent(version -> add(kind, version, object)));
        }
    }

    private void add(AzureKind kind, AzureVersion version, Map<String, Object> object) {
        var spec = SampleSpelling.corrected(version.body(), Schemas.object(object.get("spec")));
        var name = (String) Schemas.object(object.get("metadata")).get("name");
        samples.add(new Sample(kind, version, name, object, withGroup(spec)));
    }

    /** ARM ids of the samples name the sample's resource group. */
    private Map<String, Object> withGroup(Map<String, Object> object) {
        Map<String, Object> out = new LinkedHashMap<>();
        object.forEach((key, value) -> out.put(key, withGroup(key, value)));
        return out;
    }

    private Object withGroup(String key, Object value) {
        return switch (value) {
            case Map<?, ?> map -> withGroup(Schemas.object(map));
            case List<?> list -> list.stream().map(item -> withGroup(key, item)).toList();
            case String text when key.equals("armId") -> text.replace(SAMPLE_GROUP, group);
            case null, default -> value;
        };
    }

    boolean isEmpty() {
        return samples.isEmpty();
    }

    Score score() {
        List<List<String>> candidates = candidates();
        for (int i = 0; i < samples.size(); i++) {
            if (!candidates.get(i).isEmpty()) {
                paths.put(id(samples.get(i)), candidates.get(i).getFirst());
            }
        }
        reconciliation(candidates); // finds out which object is which recorded path
        return reconciliation(candidates);
    }

    /**
     * Which path the recording has for a sample; without the samples it has none for. No path is
     * given to two samples.
     */
    Map<Sample, String> placed() {
        var _ = score();
        List<List<String>> candidates = candidates();
        Set<String> taken = new HashSet<>();
        Map<Sample, String> out = new LinkedHashMap<>();
        for (int i = 0; i < samples.size(); i++) {
            String path = candidates.get(i).isEmpty() ? null : paths.get(id(samples.get(i)));
            if (path != null && taken.add(path)) {
                out.put(samples.get(i), path);
            }
        }
        return out;
    }

    private List<List<String>> candidates() {
        List<List<String>> all = new ArrayList<>();
        List<List<String>> exact = new ArrayList<>();
        Set<String> reserved = new HashSet<>();
        for (Sample sample : samples) {
            var of = recording.paths(sample.kind().armType(), sample.version().apiVersion());
            String end = "/" + azureName(sample).toLowerCase(java.util.Locale.ROOT);
            var named =
                    of.stream()
                            .filter(p -> p.toLowerCase(java.util.Locale.ROOT).endsWith(end))
                            .toList();
            all.add(of);
            exact.add(named);
            reserved.addAll(named);
        }
        List<List<String>> out = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            var free = all.get(i).stream().filter(path -> !reserved.contains(path)).toList();
            out.add(!exact.get(i).isEmpty() ? exact.get(i) : free.isEmpty() ? all.get(i) : free);
        }
        return out;
    }

    private static String azureName(Sample sample) {
        return Optional.ofNullable((String) sample.spec().get("azureName"))
                .or(() -> sample.kind().fixedName())
                .orElse(sample.name());
    }

    private static String id(Sample sample) {
        return sample.kind().id() + "/" + sample.name();
    }

    private record Match(int rank, String path, String difference, String url) {}

    private Score reconciliation(List<List<String>> candidates) {
        int bodies = 0;
        int equal = 0;
        int urls = 0;
        List<String> notes = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < samples.size(); i++) {
            Sample sample = samples.get(i);
            Match best = null;
            for (String path : candidates.get(i)) {
                Match match = match(sample, path, taken.contains(path));
                best = best == null || match.rank() < best.rank() ? match : best;
            }
            if (best == null) {
                continue;
            }
            taken.add(best.path());
            paths.put(id(sample), best.path());
            bodies++;
            equal += best.difference() == null ? 1 : 0;
            urls += best.path().equalsIgnoreCase(best.url()) ? 1 : 0;
            if (best.difference() != null) {
                notes.add(id(sample) + " body " + best.difference());
            }
            if (!best.path().equalsIgnoreCase(best.url())) {
                notes.add(id(sample) + " url " + best.url() + ", recorded " + best.path());
            }
        }
        return new Score(bodies, equal, urls, notes);
    }

    private Match match(Sample sample, String path, boolean taken) {
        String name = new ResourceId(path).name();
        var mapped = ArmBody.of(sample.version(), sample.spec(), name, new Known());
        var body = asked(mapped.body(), mapped.lookUps());
        String first = null;
        boolean found = false;
        for (Recordings.Put put : recording.puts().get(path)) {
            if (put.apiVersion().equals(sample.version().apiVersion()) && !found) {
                String text = difference(sample, body, put);
                found = text == null;
                first = first == null ? text : first;
            }
        }
        String url = url(sample, name);
        int rank = (found ? 0 : 4) + (path.equalsIgnoreCase(url) ? 0 : 2) + (taken ? 1 : 0);
        return new Match(rank, path, found ? null : first, url);
    }

    private static String difference(Sample sample, Map<String, Object> body, Recordings.Put put) {
        return Recorded.difference(filled(sample, body, put.before()), put.body(), "");
    }

    /** The archives do not tell what Azure answered. */
    private static Map<String, Object> asked(Map<String, Object> body, List<LookUp> lookUps) {
        var out = new LinkedHashMap<>(body);
        for (var lookUp : lookUps) {
            var path = lookUp.arm().split("\\.", -1);
            Map<String, Object> at = out;
            for (int i = 0; i < path.length - 1; i++) {
                var inner = new LinkedHashMap<>(Schemas.object(at.get(path[i])));
                at.put(path[i], inner);
                at = inner;
            }
            at.put(path[path.length - 1], Recorded.ANY);
        }
        return out;
    }

    private static Map<String, Object> filled(
            Sample sample, Map<String, Object> body, Map<String, Object> before) {
        String name = COPIED.get(sample.kind().id());
        Object existing =
                name == null || before == null
                        ? null
                        : Schemas.object(before.get("properties")).get(name);
        var properties = new LinkedHashMap<>(Schemas.object(body.get("properties")));
        if (existing == null || properties.get(name) != null) {
            return body;
        }
        var field = find(find(sample.version().body(), "properties").fields(), name);
        properties.put(name, pruned(existing, field.fields()));
        var out = new LinkedHashMap<>(body);
        out.put("properties", properties);
        return out;
    }

    private static BodyField find(List<BodyField> fields, String arm) {
        return fields.stream().filter(f -> f.arm().equalsIgnoreCase(arm)).findFirst().orElse(null);
    }

    private static Object pruned(Object value, List<BodyField> fields) {
        if (value instanceof List<?> list) {
            return list.stream().map(item -> pruned(item, fields)).toList();
        }
        if (!(value instanceof Map<?, ?>) || fields.isEmpty()) {
            return value;
        }
        Map<String, Object> out = new LinkedHashMap<>();
        Schemas.object(value)
                .forEach(
                        (key, entry) -> {
                            BodyField field = find(fields, key);
                            if (field != null && !List.of().equals(entry)) {
                                out.put(key, pruned(entry, field.fields()));
                            }
                        });
        return out;
    }

    private String url(Sample sample, String name) {
        Optional<Owner> owner = Owner.of(sample.kind(), sample.spec());
        if (owner.isEmpty()) {
            return ResourceId.of(sample.kind(), name, SUBSCRIPTION).text();
        }
        String parent = owner.get().byArmId() ? owner.get().armId() : ownerPath(owner.get());
        return parent == null || parent.isEmpty()
                ? null
                : ResourceId.of(sample.kind(), name, new ResourceId(parent)).text();
    }

    /** The named owner, else any of its kind: the harness renames owners. */
    private String ownerPath(Owner owner) {
        String type = owner.kind() + "." + owner.group() + "/";
        if (owner.kind().equals("ResourceGroup")) {
            return SUBSCRIPTION.child("resourceGroups", group).text();
        }
        return Optional.ofNullable(paths.get(type + owner.name()))
                .or(
                        () ->
                                paths.entrySet().stream()
                                        .filter(entry -> entry.getKey().startsWith(type))
                                        .map(Map.Entry::getValue)
                                        .findFirst())
                .orElse(null);
    }

    /** What the recording tells: ARM ids of its own resources. */
    private final class Known implements ReferencedValues {
        @Override
        public Optional<String> armId(Reference reference) {
            String key = reference.kind() + "." + reference.group() + "/" + reference.name();
            return Optional.of(paths.getOrDefault(key, Recorded.ANY))
                    .map(path -> path.isEmpty() ? Recorded.ANY : path);
        }

        @Override
        public Optional<String> secret(String name, String key) {
            return Optional.of(Recorded.ANY);
        }

        @Override
        public Optional<Map<String, String>> secretMap(String name) {
            return Optional.of(Map.of(Recorded.ANY, Recorded.ANY));
        }

        @Override
        public Optional<String> config(String name, String key) {
            return Optional.of(Recorded.ANY);
        }
    }
}
