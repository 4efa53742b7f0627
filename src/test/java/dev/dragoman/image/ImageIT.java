package dev.dragoman.image;

import static dev.dragoman.Patience.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.sandbox.TemporaryDirectory;
import dev.dragoman.sandbox.cli.AzurePart;
import dev.dragoman.sandbox.cli.Install;
import dev.dragoman.sandbox.controlplane.ControlPlane;
import dev.dragoman.sandbox.controlplane.SharedControlPlane;
import dev.dragoman.tier.Image;
import dev.dragoman.tools.image.ImageTar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The image that {@code mvn -Pdist package} built: what is in it, and that it lives as in a pod.
 */
@Image
class ImageIT {
    private static final Path BUILT = Path.of("target", "jib-image.tar");
    private static final int USER = 65532;

    /** What a pod's memory limit is to the JVM, on a machine that has more. */
    private static final String LIMIT = "-XX:MaxRAM=512m ";

    private static TemporaryDirectory directory;
    private static ImageTar image;
    private static Path root;
    private static Map<String, TarArchiveEntry> files;

    @BeforeAll
    static void unpack() throws Exception {
        directory = TemporaryDirectory.create("dragoman-image");
        image = ImageTar.read(BUILT);
        root = directory.path().resolve("root");
        files = image.unpack(root);
    }

    @AfterAll
    static void drop() {
        directory.close();
    }

    @Test
    void itHasNoShellNoToolsAndOneProgram() {
        assertThat(files.keySet())
                .filteredOn(name -> name.matches("(.*/)?(s?bin)/[^/]+"))
                .containsExactly("opt/java/bin/java");
        assertThat(files.keySet())
                .noneMatch(name -> name.matches("(.*/)?(sh|bash|dash|busybox|apt|dpkg|apk|rpm)"));
    }

    @Test
    void nothingIsTheUsersAndNothingRunsAsAnother() {
        assertThat(files)
                .isNotEmpty()
                .allSatisfy(
                        (name, entry) -> {
                            assertThat(entry.getLongUserId()).isZero();
                            assertThat(entry.getLongGroupId()).isZero();
                            // neither setuid, setgid, sticky nor writable by group or others
                            assertThat(entry.getMode() & 07022).as(name).isZero();
                        });
    }

    @Test
    void theDockerfileStartsItInTheSameWay() throws IOException {
        var entryPoint = new ObjectMapper().writeValueAsString(image.entryPoint());
        assertThat(Files.readString(Path.of("Dockerfile")))
                .contains("ENTRYPOINT " + entryPoint.replace("\",", "\", ") + "\nCMD [\"run\"]");
        assertThat(image.command()).containsExactly("run");
    }

    @Test
    void theBillOfMaterialsListsWhatIsInLib() throws IOException {
        var bom = new ObjectMapper().readTree(root.resolve("app/bom.json").toFile());
        var listed = new TreeSet<String>();
        for (var component : bom.path("components")) {
            var classifier =
                    component.path("purl").asText().matches(".*[?&]classifier=.*")
                            ? component
                                    .path("purl")
                                    .asText()
                                    .replaceFirst(".*[?&]classifier=([^&#]+).*", "-$1")
                            : "";
            listed.add(
                    component.path("name").asText()
                            + "-"
                            + component.path("version").asText()
                            + classifier
                            + ".jar");
        }
        try (var lib = Files.list(root.resolve("app/lib"))) {
            assertThat(listed)
                    .hasSizeGreaterThan(100)
                    .containsExactlyElementsOf(
                            lib.map(each -> each.getFileName().toString())
                                    .collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    @Test
    void anotherBuildMakesTheSameBytes() throws Exception {
        var again = directory.path().resolve("again.tar");
        var jvm = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var build =
                new ProcessBuilder(
                                jvm,
                                "--sun-misc-unsafe-memory-access=allow",
                                "-cp",
                                System.getProperty(
                                        "surefire.test.class.path",
                                        System.getProperty("java.class.path")),
                                "dev.dragoman.tools.image.BuildImage",
                                "--created=" + image.configuration().path("created").asText(),
                                "--name=" + image.name(),
                                "--target=target",
                                "--options=src/main/jvm/dragoman.options",
                                "--work=" + directory.path().resolve("another-place"),
                                "--output=" + again,
                                "--classes=" + root.resolve("app/dragoman.classes"))
                        .redirectErrorStream(true)
                        .start();
        var said = new String(build.getInputStream().readAllBytes(), UTF_8);
        assertThat(build.waitFor()).as(said).isZero();
        assertThat(ImageTar.read(again).layers()).isEqualTo(image.layers()).hasSize(4);
        assertThat(Files.mismatch(again, BUILT)).isEqualTo(-1);
    }

    @Test
    void itRunsAsItsUserWithoutAnyRightUntilSigterm() throws Exception {
        var plane = SharedControlPlane.shared();
        try (var azure = new AzurePart().start(plane);
                // "on": the JVM does not start if it cannot use the cache
                var operator =
                        Container.start(
                                image,
                                root,
                                plane,
                                settings(plane, azure),
                                LIMIT + "-XX:AOTMode=on")) {
            await().until(operator::ready);

            var status = operator.status();
            // real, effective, saved, of the file system
            assertThat(List.of(status.get("Uid"), status.get("Gid")))
                    .allMatch(each -> each.matches(USER + "(\\s+" + USER + "){3}"));
            assertThat(status.get("Groups")).isEmpty();
            assertThat(status)
                    .containsEntry("CapEff", "0000000000000000")
                    .containsEntry("CapPrm", "0000000000000000")
                    .containsEntry("CapBnd", "0000000000000000")
                    .containsEntry("CapAmb", "0000000000000000")
                    .containsEntry("NoNewPrivs", "1");
            assertThat(operator.mounts()).anyMatch(m -> m.matches("\\S+ / \\S+ ro[, ].*"));
            System.out.println("image: memory when ready " + status.get("VmRSS"));

            assertThat(operator.end()).as(operator.log()).isZero();
            assertThat(operator.log()).contains("stopped").doesNotContain("sandbox-only-secret");
        }
    }

    @Test
    void theCacheSparesWork() throws Exception {
        var without = toReady("-XX:AOTMode=off");
        var with = toReady("-XX:AOTMode=on");
        System.out.printf(
                "image: CPU time to ready %.1f s, without the AOT cache %.1f s%n",
                with.toMillis() / 1e3, without.toMillis() / 1e3);
        assertThat(with).isLessThan(without);
    }

    private static Duration toReady(String flags) throws Exception {
        var plane = SharedControlPlane.shared();
        try (var azure = new AzurePart().start(plane);
                var operator =
                        Container.start(
                                image, root, plane, settings(plane, azure), LIMIT + flags)) {
            await().until(operator::ready);
            var used = operator.cpu();
            assertThat(operator.end()).as(operator.log()).isZero();
            return used;
        }
    }

    @Test
    void theCheckOfTheCacheBites() throws Exception {
        var plane = SharedControlPlane.shared();
        try (var azure = new AzurePart().start(plane);
                // objects lie elsewhere than the cache was made for
                var operator =
                        Container.start(
                                image,
                                root,
                                plane,
                                settings(plane, azure),
                                LIMIT + "-XX:AOTMode=on -XX:ObjectAlignmentInBytes=16")) {
            assertThat(operator.awaitEnd()).isNotZero();
            assertThat(operator.log()).contains("Unable to use AOT cache");
        }
    }

    /** As the Secret of the settings has them; the local Azure's certificate is below /tmp here. */
    private static Map<String, String> settings(ControlPlane plane, AzurePart.RunningAzure azure)
            throws IOException {
        new Install(plane).kindsAndRights(Install.sampleKinds());
        var settings = new HashMap<>(azure.environment());
        var ca = root.resolve("etc/azure-ca.pem");
        Files.copy(
                Path.of(settings.get("DRAGOMAN_CA_FILE")), ca, StandardCopyOption.REPLACE_EXISTING);
        Files.setPosixFilePermissions(ca, PosixFilePermissions.fromString("r--r--r--"));
        settings.put("DRAGOMAN_CA_FILE", "/etc/azure-ca.pem");
        return settings;
    }
}
