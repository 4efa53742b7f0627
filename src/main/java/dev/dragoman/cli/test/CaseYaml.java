package dev.dragoman.cli.test;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * A map of a case file, whose keys are read by name. A wrong one is named with the file and the
 * place in it. Immutable.
 *
 * @param place where the map stands, such as {@code rounds[1].expect}
 */
record CaseYaml(Path file, String place, Map<String, Object> map) {
    /** A case file is wrong. */
    static final class Wrong extends RuntimeException {
        private static final long serialVersionUID = 1;

        Wrong(String message) {
            super(message);
        }
    }

    /** Reads the one map of a file. */
    static CaseYaml of(Path file, String text) {
        Object read;
        try {
            read =
                    new Load(LoadSettings.builder().setLabel(file.toString()).build())
                            .loadFromString(text);
        } catch (MarkedYamlEngineException broken) {
            throw new Wrong(
                    "%s%s: no YAML: %s"
                            .formatted(
                                    file,
                                    broken.getProblemMark()
                                            .map(mark -> ":" + (mark.getLine() + 1))
                                            .orElse(""),
                                    broken.getProblem()));
        } catch (YamlEngineException broken) {
            throw new Wrong("%s: no YAML: %s".formatted(file, broken.getMessage()));
        }
        return of(file, "", read);
    }

    private static CaseYaml of(Path file, String place, Object read) {
        if (!(read instanceof Map<?, ?> map)) {
            throw new Wrong("%s: %s must be a map".formatted(file, name(place)));
        }
        var named = new LinkedHashMap<String, Object>();
        map.forEach((key, value) -> named.put(String.valueOf(key), value));
        return new CaseYaml(file, place, named);
    }

    private static String name(String place) {
        return place.isEmpty() ? "the file" : place;
    }

    /** Refuses keys other than these. */
    CaseYaml only(Set<String> names) {
        for (var each : map.keySet()) {
            if (!names.contains(each)) {
                throw wrong(
                        each,
                        "is not known here; known are "
                                + String.join(", ", names.stream().sorted().toList()));
            }
            if (map.get(each) == null) {
                throw wrong(each, "has no value; write one, such as [], or leave it out");
            }
        }
        return this;
    }

    Wrong wrong(String key, String why) {
        return new Wrong(
                "%s: %s %s".formatted(file, place.isEmpty() ? key : place + "." + key, why));
    }

    boolean has(String key) {
        return map.get(key) != null;
    }

    Optional<String> text(String key) {
        return Optional.ofNullable(map.get(key)).map(String::valueOf);
    }

    /** Whether the value is {@code true}; false without one. */
    boolean flag(String key) {
        return switch (map.getOrDefault(key, false)) {
            case Boolean flag -> flag;
            default -> throw wrong(key, "must be true or false");
        };
    }

    /** The map under the key; an empty one without it. */
    CaseYaml map(String key) {
        return of(file, place.isEmpty() ? key : place + "." + key, map.getOrDefault(key, Map.of()));
    }

    /** The elements of the list under the key; none without it. */
    List<Object> list(String key) {
        return switch (map.getOrDefault(key, List.of())) {
            case List<?> list -> {
                if (list.stream().anyMatch(Objects::isNull)) {
                    throw wrong(key, "has an empty entry; write it, or leave it out");
                }
                yield List.copyOf(list);
            }
            default -> throw wrong(key, "must be a list");
        };
    }

    /** The maps in the list under the key. */
    List<CaseYaml> maps(String key) {
        var all = new ArrayList<CaseYaml>();
        for (var each : list(key)) {
            all.add(
                    of(
                            file,
                            "%s%s[%d]"
                                    .formatted(place.isEmpty() ? "" : place + ".", key, all.size()),
                            each));
        }
        return all;
    }
}
