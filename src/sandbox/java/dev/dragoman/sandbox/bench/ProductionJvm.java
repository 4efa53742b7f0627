package dev.dragoman.sandbox.bench;

import java.util.List;

/** The one place where the options of the operator's JVM in production are known to the benchmarks. */
final class ProductionJvm {
    private ProductionJvm() {}

    static List<String> options() {
        return List.of(
                "-XX:+UseSerialGC",
                "-XX:MaxRAM=512m",
                "-XX:MaxRAMPercentage=60",
                "-XX:+ExitOnOutOfMemoryError",
                "--sun-misc-unsafe-memory-access=allow",
                "--enable-native-access=ALL-UNNAMED");
    }
}
