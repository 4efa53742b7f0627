package dev.dragoman.sandbox.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.Patience;
import dev.dragoman.sandbox.azure.control.SandboxControl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Runs Microsoft's own validator, oav, over captured exchanges. Needs node and npm, and the swagger
 * archive {@code shared/azure/specs.tgz} in a directory above the checkout or in the system
 * property {@code dragoman.azure.specs}.
 */
public final class OavRun {
    private static final String SPECS = "dragoman.azure.specs";
    private static final ObjectMapper JSON = new ObjectMapper();

    private OavRun() {}

    /**
     * What oav says about one exchange.
     *
     * @param notCovered why oav has no opinion; empty when it has one
     */
    public record Verdict(
            String method,
            String url,
            int status,
            Optional<String> notCovered,
            List<Finding> request,
            List<Finding> response) {
        private Verdict withoutResponse() {
            return new Verdict(method, url, status, notCovered, request, List.of());
        }

        /** For messages. */
        public String exchange() {
            return method + " " + url.replaceAll("&t=.*", "") + " " + status;
        }
    }

    /** A complaint, and where in the payload. */
    public record Finding(String code, String message, List<String> paths) {}

    /** What oav says about all. */
    public record Report(List<Verdict> verdicts) {
        /**
         * Complaints about requests, without the {@code name} that Azure tolerates in bodies, and
         * without those that Azure has complained of itself: users send what is wrong, too.
         */
        public List<String> requestErrors() {
            return verdicts.stream()
                    .filter(v -> v.status() != 400)
                    .flatMap(
                            v ->
                                    v.request().stream()
                                            .filter(f -> !isName(f))
                                            .map(f -> v.exchange() + ": " + f))
                    .toList();
        }

        /** Complaints about responses. */
        public List<String> responseErrors() {
            return verdicts.stream()
                    .flatMap(v -> v.response().stream().map(f -> v.exchange() + ": " + f))
                    .toList();
        }

        /** All requests, and the answers of these urls alone. */
        public Report answersOf(Predicate<String> urls) {
            return new Report(
                    verdicts.stream()
                            .map(v -> urls.test(v.url()) ? v : v.withoutResponse())
                            .toList());
        }

        /** Exchanges that oav could not judge. */
        public List<Verdict> notCovered() {
            return verdicts.stream().filter(v -> v.notCovered().isPresent()).toList();
        }

        private static boolean isName(Finding finding) {
            return finding.paths().stream().allMatch(p -> p.endsWith("name"))
                    && finding.code().matches("READONLY.*|OBJECT_ADDITIONAL_PROPERTIES");
        }
    }

    /** Judges exchanges that {@link SandboxControl#writeExchanges} wrote. */
    public static Report check(Path exchangesJsonl) {
        try {
            var tool = upward(Path.of("").toAbsolutePath(), "tools/oav");
            var home = installed(tool);
            var out =
                    run(
                            home,
                            "node",
                            tool.resolve("check.js").toString(),
                            specification(home).toString(),
                            exchangesJsonl.toAbsolutePath().toString());
            var verdicts = new ArrayList<Verdict>();
            for (var line : out.lines().filter(l -> l.startsWith("VERDICT ")).toList()) {
                verdicts.add(verdict(JSON.readTree(line.substring("VERDICT ".length()))));
            }
            return new Report(verdicts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Verdict verdict(JsonNode node) {
        return new Verdict(
                node.path("method").asText(),
                node.path("url").asText(),
                node.path("status").asInt(),
                Optional.ofNullable(node.path("notCovered").asText(null))
                        .filter(t -> !t.equals("null")),
                findings(node.path("request")),
                findings(node.path("response")));
    }

    private static List<Finding> findings(JsonNode nodes) {
        var all = new ArrayList<Finding>();
        for (var node : nodes) {
            var paths = new ArrayList<String>();
            node.path("paths").forEach(p -> paths.add(p.asText()));
            all.add(new Finding(node.path("code").asText(), node.path("message").asText(), paths));
        }
        return all;
    }

    /** Installs the locked packages once for each lock file, outside the checkout. */
    private static Path installed(Path tool) throws IOException {
        var lock = Files.readString(tool.resolve("package-lock.json"));
        var home =
                Path.of(System.getProperty("user.home"), ".cache", "dragoman")
                        .resolve("oav-4.0.3-" + HexFormat.of().toHexDigits(lock.hashCode()));
        var complete = home.resolve("complete");
        if (Files.notExists(complete)) {
            Files.createDirectories(home);
            for (var name : List.of("package.json", "package-lock.json")) {
                Files.copy(
                        tool.resolve(name),
                        home.resolve(name),
                        StandardCopyOption.REPLACE_EXISTING);
            }
            run(home, "npm", "ci", "--no-audit", "--no-fund");
            Files.createFile(complete);
        }
        return home;
    }

    /** Unpacks the archive once for each size of it. */
    private static Path specification(Path home) throws IOException {
        var configured = System.getProperty(SPECS);
        var archive =
                configured == null
                        ? upward(Path.of("").toAbsolutePath(), "shared/azure/specs.tgz")
                        : Path.of(configured);
        var target = home.resolve("specs-" + Files.size(archive));
        if (Files.notExists(target.resolve("complete"))) {
            Files.createDirectories(target);
            run(target, "tar", "xzf", archive.toString());
            Files.createFile(target.resolve("complete"));
        }
        return target.resolve("specification");
    }

    private static Path upward(Path from, String name) {
        for (var at = from; at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(name))) {
                return at.resolve(name);
            }
        }
        throw new IllegalStateException(
                "%s is not in any directory above %s; name the swagger archive with -D%s=FILE"
                        .formatted(name, from, SPECS));
    }

    private static String run(Path home, String... command) throws IOException {
        var log = Files.createTempFile("oav", ".log");
        var builder =
                new ProcessBuilder(command)
                        .directory(home.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        builder.environment().put("NODE_PATH", home.resolve("node_modules").toString());
        try {
            var process = builder.start();
            if (!process.waitFor(
                    Patience.of(Duration.ofMinutes(5)).toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException(command[0] + " did not end within 5 minutes");
            }
            var out = Files.readString(log);
            if (process.exitValue() != 0) {
                throw new IllegalStateException(
                        String.join(" ", command) + " failed: " + out.lines().limit(20).toList());
            }
            return out;
        } catch (IOException e) {
            throw new IOException(command[0] + " cannot be run; install node and npm", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            Files.deleteIfExists(log);
        }
    }
}
