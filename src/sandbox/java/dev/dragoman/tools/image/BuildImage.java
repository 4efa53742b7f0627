package dev.dragoman.tools.image;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import com.google.cloud.tools.jib.api.buildplan.Port;
import dev.dragoman.sandbox.bench.ProductionJvm;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine;

/**
 * Builds the image: first the layers base, libraries and program, then the AOT cache as the top
 * layer. The cache is made with the files of the layers below it. The same inputs give the same
 * bytes.
 */
@Command(name = "build-image", description = "Builds target/jib-image.tar without a daemon")
public final class BuildImage implements Callable<Integer> {
    private static final String USER = "65532:65532";
    private static final String APP = "app/";

    @Option(names = "--base", defaultValue = "scratch", description = "Base image: tar:///FILE, an image of a registry, or scratch")
    private String base;

    @Option(names = "--java", defaultValue = "/opt/java/bin/java", description = "Path of java in the base image")
    private String java;

    @Option(names = "--classes", defaultValue = "", description = "Class list of an earlier training run; default: train")
    private String classes;

    @Option(names = "--created", required = true, description = "Time of the image and its files")
    private Instant created;

    @Option(names = "--name", required = true, description = "Name of the image")
    private String name;

    @Option(names = "--target", required = true, description = "Maven's target directory")
    private Path target;

    @Option(names = "--work", description = "Directory of intermediate files; default TARGET/image")
    private Path work;

    @Option(names = "--output", description = "File of the image; default TARGET/jib-image.tar")
    private Path output;

    @Option(names = "--options", required = true, description = "File with the JVM's options")
    private Path options;

    /** Builds the image and ends the JVM, with exit code 0 on success. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new BuildImage()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        work = Tool.emptied(work == null ? target.resolve("image") : work).toRealPath();
        var image = output == null ? target.resolve("jib-image.tar") : output;
        var layers = new ArrayList<FileEntriesLayer>();
        if (base.equals("scratch")) {
            BaseFiles.make(Path.of(System.getProperty("java.home")), work.resolve("base"));
            layers.add(layer("base", work.resolve("base"), "/"));
        }
        layers.add(layer("lib", libraries(), "/app/lib"));
        layers.add(layer("app", program(), "/app"));
        write(layers, work.resolve("untrained.tar"));
        layers.add(layer("aot", cache(), "/app"));
        write(layers, image);
        System.out.println("image: " + image + " (" + Files.size(image) / 1_000_000 + " MB)");
        return 0;
    }

    private Path libraries() throws IOException {
        var directory = Files.createDirectories(work.resolve("lib"));
        for (var each : Libraries.of(target)) {
            Files.copy(target.resolve(each), directory.resolve(each.substring("lib/".length())));
        }
        return directory;
    }

    private Path program() throws IOException {
        var directory = Files.createDirectories(work.resolve("program"));
        Files.copy(target.resolve("dragoman.jar"), directory.resolve("dragoman.jar"));
        Files.copy(target.resolve("bom.json"), directory.resolve("bom.json"));
        Files.copy(options, directory.resolve("dragoman.options"));
        return directory;
    }

    /**
     * Makes the AOT cache. The JVM runs in the unpacked image with relative paths, because the
     * cache must not depend on the directory of the build.
     */
    private Path cache() throws IOException, InterruptedException {
        var root = work.resolve("root");
        var _ = ImageTar.read(work.resolve("untrained.tar")).unpack(root);
        var directory = Files.createDirectories(work.resolve("cache"));
        var list = directory.resolve("dragoman.classes");
        if (classes.isEmpty()) {
            var trained = work.resolve("trained.classes");
            Training.run(
                    root,
                    jvm(
                            "-XX:DumpLoadedClassList=" + trained,
                            "-jar",
                            APP + "dragoman.jar",
                            "run"),
                    trained);
            Files.copy(trained, list);
        } else {
            Files.copy(Path.of(classes), list);
        }
        var cache = directory.resolve("dragoman.aot");
        ClassCache.make(
                root,
                jvm(
                        // a fixed size: how the cache encodes references depends on the size of the
                        // heap
                        "-Xmx256m",
                        // keeps unused soft references, otherwise the cache of a slow machine would
                        // lack some
                        "-XX:SoftRefLRUPolicyMSPerMB=1000000",
                        "-Xlog:disable",
                        "-Xlog:all=error:stderr",
                        "-XX:+AOTClassLinking",
                        "-Xshare:dump",
                        "-XX:SharedClassListFile=" + list,
                        "-XX:SharedArchiveFile=" + cache,
                        "-cp",
                        APP + "dragoman.jar"),
                cache);
        return directory;
    }

    private List<String> jvm(String... arguments) {
        var command = new ArrayList<>(List.of("." + java, "@" + APP + "dragoman.options"));
        command.addAll(List.of(arguments));
        return command;
    }

    private FileEntriesLayer layer(String title, Path directory, String place) throws IOException {
        var layer = FileEntriesLayer.builder().setName(title);
        // follows links, because licence files of modules are links to each other
        try (var files = Files.walk(directory, FileVisitOption.FOLLOW_LINKS)) {
            for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
                layer.addEntry(
                        file.toRealPath(),
                        AbsoluteUnixPath.get(place).resolve(directory.relativize(file)),
                        FilePermissions.fromOctalString(Files.isExecutable(file) ? "755" : "644"),
                        created,
                        "0:0");
            }
        }
        return layer.build();
    }

    private void write(List<FileEntriesLayer> layers, Path file)
            throws IOException,
                    InterruptedException,
                    RegistryException,
                    ExecutionException,
                    CacheDirectoryCreationException,
                    InvalidImageReferenceException {
        var builder = base.equals("scratch") ? Jib.fromScratch() : Jib.from(base);
        var arch = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
        var _ =
                builder.setPlatforms(Set.of(new Platform(arch, "linux")))
                        .setFileEntriesLayers(layers)
                        .setCreationTime(created)
                        .setUser(USER)
                        .setWorkingDirectory(AbsoluteUnixPath.get("/app"))
                        .setExposedPorts(Port.tcp(8081))
                        .setEnvironment(ProductionJvm.environment())
                        .setEntrypoint(
                                java,
                                "@/app/dragoman.options",
                                "-XX:AOTCache=/app/dragoman.aot",
                                "-jar",
                                "/app/dragoman.jar")
                        // a container's arguments take its place, as those of MARIN3R's do
                        .setProgramArguments("run")
                        .containerize(
                                Containerizer.to(TarImage.at(file).named(name))
                                        // caches of this build only, so that nothing comes from an
                                        // earlier one
                                        .setBaseImageLayersCache(work.resolve("base-layers"))
                                        .setApplicationLayersCache(work.resolve("layers")));
    }
}
