package dev.dragoman;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.dragoman.capability.CapabilityProvider;
import java.util.Arrays;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * Which package may use which (docs/architecture.md, "The house"). Names no capability: they are
 * those that {@link ServiceLoader} finds. {@link PlantedViolationsTest} has a violation of each.
 */
@AnalyzeClasses(packages = "dev.dragoman", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    /** Clients of others, and what this project writes with. */
    private static final String[] EFFECTS = {
        "io.fabric8.kubernetes.client..",
        "com.azure..",
        "org.apache.camel..",
        "java.net.http..",
        "dev.dragoman.kube"
    };

    private static final String[] PURE = {
        "dev.dragoman.*.decision..",
        "dev.dragoman.*.model..",
        "dev.dragoman.*.catalog..",
        "dev.dragoman.*.claim..",
        "dev.dragoman.*.export..",
        "dev.dragoman.expression..",
        "dev.dragoman.*.template..",
        "dev.dragoman.*.pki..",
        "dev.dragoman.*.container..",
        "dev.dragoman.kube.object.."
    };

    /** Packages of capabilities, each with those below it. */
    private static final String[] CAPABILITIES =
            ServiceLoader.load(CapabilityProvider.class).stream()
                    .map(each -> each.type().getPackageName() + "..")
                    .distinct()
                    .toArray(String[]::new);

    private static String[] capabilitiesAnd(String... more) {
        return Stream.concat(Arrays.stream(CAPABILITIES), Arrays.stream(more))
                .toArray(String[]::new);
    }

    @ArchTest
    static final ArchRule decisionsDoNotAct =
            noClasses()
                    .that()
                    .resideInAnyPackage(PURE)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(EFFECTS)
                    .orShould()
                    .callMethod(java.time.Instant.class, "now")
                    .orShould()
                    .callMethod(System.class, "currentTimeMillis")
                    .because("what decides must not act, and time is an input");

    @ArchTest
    static final ArchRule engineKnowsNothingAboveIt =
            noClasses()
                    .that()
                    .resideInAPackage("dev.dragoman.reconcile..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            capabilitiesAnd(
                                    "org.apache.camel..",
                                    "com.azure..",
                                    "dev.dragoman.camel..",
                                    "dev.dragoman.capability..",
                                    "dev.dragoman.kube.."));

    @ArchTest
    static final ArchRule kubernetesEffectsKnowNoCamelAndNoCapability =
            noClasses()
                    .that()
                    .resideInAPackage("dev.dragoman.kube..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            capabilitiesAnd(
                                    "org.apache.camel..",
                                    "com.azure..",
                                    "dev.dragoman.camel..",
                                    "dev.dragoman.capability.."));

    @ArchTest
    static final ArchRule theCoreKnowsNoCamelAndNoCapability =
            noClasses()
                    .that()
                    .resideInAPackage("dev.dragoman.capability..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            capabilitiesAnd(
                                    "org.apache.camel..", "com.azure..", "dev.dragoman.camel.."));

    @ArchTest
    static final ArchRule operatorAndSettingsNameNoCapability =
            noClasses()
                    .that()
                    .resideInAnyPackage("dev.dragoman", "dev.dragoman.settings..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(CAPABILITIES)
                    .because("a capability is brought by its provider");

    @ArchTest
    static final ArchRule capabilitiesDoNotKnowEachOther =
            slices().assignedFrom(new ByCapability()).should().notDependOnEachOther();

    @ArchTest
    static final ArchRule boundsOfKeysStandAlone =
            classes()
                    .that()
                    .resideInAPackage("dev.dragoman.keys..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage("java..", "dev.dragoman.keys..")
                    .because("every capability that reads keys has them");

    @ArchTest
    static final ArchRule expressionsStandAlone =
            classes()
                    .that()
                    .resideInAPackage("dev.dragoman.expression..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java..",
                            "dev.cel..",
                            "com.google..",
                            "dev.dragoman.expression..",
                            "dev.dragoman.reconcile.turn")
                    .because("whoever writes an object writes them: they read what they are given");

    @ArchTest
    static final ArchRule onePackageKnowsTheExpressionLanguage =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "dev.dragoman.expression..",
                            "dev.dragoman.sandbox..",
                            "dev.dragoman.tools..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("dev.cel..", "com.google..")
                    .because("it is loaded with the first expression, and not before");

    @ArchTest
    static final ArchRule camelOnlyInItsPackages =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "dev.dragoman",
                            "dev.dragoman.camel..",
                            "dev.dragoman.cli..",
                            "dev.dragoman.sandbox..",
                            "dev.dragoman.tools..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("org.apache.camel..", "dev.dragoman.camel..");

    @ArchTest
    static final ArchRule nothingImportsCommandsOrSandbox =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "dev.dragoman.cli..", "dev.dragoman.sandbox..", "dev.dragoman.tools..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.dragoman.cli..", "dev.dragoman.sandbox..", "dev.dragoman.tools..");

    @ArchTest
    static final ArchRule productDoesNotNeedTheSandbox =
            noClasses()
                    .that()
                    .resideInAPackage("dev.dragoman.cli..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("dev.dragoman.sandbox..", "dev.dragoman.tools..");

    /** All of a capability's package is one slice; what is no capability's is none. */
    private static final class ByCapability implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return Arrays.stream(CAPABILITIES)
                    .map(each -> each.substring(0, each.length() - 2))
                    .filter(each -> (type.getPackageName() + ".").startsWith(each + "."))
                    .findFirst()
                    .map(SliceIdentifier::of)
                    .orElse(SliceIdentifier.ignore());
        }

        @Override
        public String getDescription() {
            return "capabilities";
        }
    }
}
