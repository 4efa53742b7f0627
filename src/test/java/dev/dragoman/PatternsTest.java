package dev.dragoman;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Whoever writes an object writes texts of any length. A regular expression over one of them must
 * not use up the stack or the time, wherever it stands. All that there are are tried.
 */
class PatternsTest {
    /** Packages that read what teams write. */
    private static final List<String> PACKAGES =
            List.of(
                    "agents",
                    "azure",
                    "capability",
                    "certificates",
                    "discovery",
                    "kube",
                    "namespaces",
                    "reconcile",
                    "settings");

    /** Of the administrator alone, or bounded before; each with where that is. */
    private static final Map<String, String> BOUNDED =
            Map.ofEntries(
                    Map.entry(
                            "NamespaceSettings ([a-z0-9.-]+/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?",
                            "settings"),
                    Map.entry("SettingsReview.OF_A_SERVICE", "names of the environment"),
                    Map.entry("PaceSettings.KINDS", "settings"),
                    Map.entry("EventSettings.FORM", "settings"),
                    Map.entry("GoDuration.PART", "GoDuration.parse: 100 characters"),
                    Map.entry("Deletion.PLACEHOLDER", "the catalog"),
                    Map.entry("ExportValue.STEP", "the catalog"),
                    Map.entry("Block.SIX", "Block.parse: 100 characters"),
                    Map.entry("Host.IPV4", "Host.parse: 253 characters"),
                    Map.entry("AgentNames -+$", "63 characters"),
                    Map.entry("EventWriter [.-]+$", "200 characters"),
                    Map.entry("ClaimMetadata [^A-Za-z0-9]+$", "63 characters"));

    private static final int LONG = 5_000;

    /** Looks at a character: as many as a name has, a few times, and far less than all. */
    private static final int LOOKS = 1_000;

    /** Less than threads of the operator have. */
    private static final int STACK = 256 << 10;

    private static final List<String> PARTS =
            List.of(
                    "a",
                    "A",
                    "1",
                    ".",
                    "a.",
                    "1.",
                    "/",
                    "a/",
                    "/a",
                    "-",
                    "a-",
                    ":",
                    "a:",
                    " ",
                    "a ",
                    "\n",
                    " \n",
                    ",",
                    "a,",
                    "[",
                    "[1]",
                    "{",
                    "{a}",
                    "_",
                    "a_b",
                    "=",
                    "a=",
                    "(",
                    "'",
                    "\"",
                    "&",
                    "%",
                    "0",
                    "f",
                    "f-",
                    "é",
                    "PT",
                    "1D",
                    "/subscriptions/",
                    "__dot__");

    /** A text that counts how often it is looked at. */
    private static final class Counted implements CharSequence {
        private final String text;
        private long left;

        Counted(String text) {
            this.text = text;
            this.left = (long) LOOKS * text.length();
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (left-- == 0) {
                throw new IllegalStateException("more than linear");
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    @Test
    void noneUsesUpStackOrTime() throws Exception {
        var all = new LinkedHashMap<String, Pattern>();
        all.putAll(fields());
        all.putAll(literals());
        assertThat(all)
                .hasSizeGreaterThan(60)
                .containsKeys(BOUNDED.keySet().toArray(String[]::new));
        var wrong = new ArrayList<String>();
        var failed = new AtomicReference<Throwable>();
        var thread =
                new Thread(
                        null,
                        () -> all.forEach((name, pattern) -> trial(name, pattern, wrong)),
                        "patterns",
                        STACK);
        thread.setUncaughtExceptionHandler((_, failure) -> failed.set(failure));
        thread.start();
        thread.join();
        assertThat(failed.get()).isNull();
        assertThat(wrong).isEmpty();
    }

    private static void trial(String name, Pattern pattern, List<String> wrong) {
        if (BOUNDED.containsKey(name)) {
            return;
        }
        for (var begin : List.of("", "P", "https://a", "{", "[a", "::")) {
            for (var part : PARTS) {
                for (var end : List.of("", "\u0000")) {
                    var text = begin + part.repeat(LONG / part.length()) + end;
                    try {
                        var _ = pattern.matcher(new Counted(text)).matches();
                        var find = pattern.matcher(new Counted(text));
                        while (begin.isEmpty() && find.find()) {
                            // as replaceAll and split do
                        }
                    } catch (StackOverflowError | IllegalStateException bad) {
                        wrong.add(
                                "%s: %s: %s after '%s': %s"
                                        .formatted(name, pattern, part, begin, bad));
                        return;
                    }
                }
            }
        }
    }

    /** Of classes, as they are made. */
    private static Map<String, Pattern> fields() throws ReflectiveOperationException {
        var found = new LinkedHashMap<String, Pattern>();
        var packages = PACKAGES.stream().map(each -> "dev.dragoman." + each).toList();
        for (JavaClass each :
                new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages(packages)) {
            for (var field : each.getFields()) {
                if (field.getRawType().isEquivalentTo(Pattern.class)
                        && field.getModifiers()
                                .contains(com.tngtech.archunit.core.domain.JavaModifier.STATIC)) {
                    var real = field.reflect();
                    assertThat(Modifier.isStatic(real.getModifiers())).isTrue();
                    real.setAccessible(true);
                    found.put(
                            each.getSimpleName() + "." + field.getName(), (Pattern) real.get(null));
                }
            }
        }
        return found;
    }

    /** Of calls, as far as the expression stands in them as one text. */
    private static Map<String, Pattern> literals() throws IOException {
        var call =
                Pattern.compile(
                        "\\.(?:matches|replaceAll|replaceFirst|split)\\(\\s*\"((?:[^\"\\\\]|\\\\.)*+)\"\\s*[,)]");
        var found = new LinkedHashMap<String, Pattern>();
        for (var each : PACKAGES) {
            try (var files = Files.walk(Path.of("src/main/java/dev/dragoman", each))) {
                for (var file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
                    var calls = call.matcher(Files.readString(file));
                    while (calls.find()) {
                        var text = calls.group(1).translateEscapes();
                        found.put(
                                file.getFileName().toString().replace(".java", "") + " " + text,
                                Pattern.compile(text));
                    }
                }
            }
        }
        return found;
    }
}
