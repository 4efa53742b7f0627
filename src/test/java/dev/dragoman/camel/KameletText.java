package dev.dragoman.camel;

/** A kamelet as teams write it, for tests. */
public final class KameletText {
    private KameletText() {}

    /** With one step. */
    public static String of(String name, String step) {
        return """
        apiVersion: camel.apache.org/v1
        kind: Kamelet
        metadata: {name: %s}
        spec:
          definition: {title: Ours, type: object, properties: {}}
          template:
            from:
              uri: kamelet:source
              steps:
                - %s
        """
                .formatted(name, step);
    }
}
