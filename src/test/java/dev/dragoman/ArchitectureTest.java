package dev.dragoman;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may enter which room (docs/architecture.md, "The house"). */
@AnalyzeClasses(packages = "dev.dragoman", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String[] OUTSIDE = {
        "io.fabric8.kubernetes.client..", "com.azure..", "org.apache.camel..", "java.net.http.."
    };

    @ArchTest
    static final ArchRule decisionsDoNotAct =
            noClasses()
                    .that()
                    .resideInAnyPackage(
                            "dev.dragoman.azure.model..",
                            "dev.dragoman.azure.catalog..",
                            "dev.dragoman.azure.claim..",
                            "dev.dragoman.azure.decision..",
                            "dev.dragoman.azure.export..",
                            "dev.dragoman.azure.expression..",
                            "dev.dragoman.namespaces.decision..",
                            "dev.dragoman.namespaces.template..",
                            "dev.dragoman.agents.decision..",
                            "dev.dragoman.certificates.decision..",
                            "dev.dragoman.discovery.decision..",
                            "dev.dragoman.certificates.pki..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(OUTSIDE)
                    .orShould()
                    .callMethod(java.time.Instant.class, "now")
                    .orShould()
                    .callMethod(System.class, "currentTimeMillis")
                    .because("what decides must not act, and time is an input");

    @ArchTest
    static final ArchRule expressionsStandAlone =
            classes()
                    .that()
                    .resideInAPackage("dev.dragoman.azure.expression..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java..",
                            "dev.cel..",
                            "com.google..",
                            "dev.dragoman.azure.expression..")
                    .because("whoever writes an object writes them: they read what they are given");

    @ArchTest
    static final ArchRule oneRoomKnowsTheExpressionLanguage =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "dev.dragoman.azure.expression..",
                            "dev.dragoman.sandbox..",
                            "dev.dragoman.tools..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("dev.cel..", "com.google..")
                    .because("it is loaded with the first expression, and not before");

    @ArchTest
    static final ArchRule ownershipOfIdsIsOneRoom =
            noClasses()
                    .that()
                    .resideInAPackage("dev.dragoman.azure.claim..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.dragoman.azure",
                            "dev.dragoman.azure.arm..",
                            "dev.dragoman.azure.export..",
                            "dev.dragoman.azure.expression..",
                            "dev.dragoman.capability..")
                    .because("who may have an id is decided and read alone");

    @ArchTest
    static final ArchRule rulesOfCertificatesStandAlone =
            classes()
                    .that()
                    .resideInAPackage("dev.dragoman.certificates.pki..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java..",
                            "javax.security.auth.x500..",
                            "org.bouncycastle..",
                            "dev.dragoman.keys..",
                            "dev.dragoman.certificates.pki..")
                    .because("they are to be read and tested alone");

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
    static final ArchRule oneClassKnowsBouncyCastle =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("dev.dragoman.sandbox..")
                    .and()
                    .doNotHaveFullyQualifiedName("dev.dragoman.certificates.pki.X509Encoding")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.bouncycastle..")
                    .because("its forms and the JDK's are then exchanged in one place");

    @ArchTest
    static final ArchRule engineKnowsNoCamelAndNoAzure =
            noClasses()
                    .that()
                    .resideInAPackage("dev.dragoman.reconcile..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "org.apache.camel..",
                            "com.azure..",
                            "dev.dragoman.camel..",
                            "dev.dragoman.kube..",
                            "dev.dragoman.azure..",
                            "dev.dragoman.namespaces..",
                            "dev.dragoman.agents..",
                            "dev.dragoman.certificates..",
                            "dev.dragoman.discovery..");

    @ArchTest
    static final ArchRule kubernetesEffectsKnowNoCamel =
            noClasses()
                    .that()
                    .resideInAPackage("dev.dragoman.kube..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "org.apache.camel..",
                            "com.azure..",
                            "dev.dragoman.azure..",
                            "dev.dragoman.namespaces..",
                            "dev.dragoman.agents..",
                            "dev.dragoman.certificates..",
                            "dev.dragoman.discovery..");

    @ArchTest
    static final ArchRule theCoreKnowsNoCapabilityAndNoCamel =
            noClasses()
                    .that()
                    .resideInAPackage("dev.dragoman.capability..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "org.apache.camel..",
                            "com.azure..",
                            "dev.dragoman.camel..",
                            "dev.dragoman.azure..",
                            "dev.dragoman.namespaces..",
                            "dev.dragoman.agents..",
                            "dev.dragoman.certificates..",
                            "dev.dragoman.discovery..");

    @ArchTest
    static final ArchRule capabilitiesDoNotKnowEachOther =
            noClasses()
                    .that()
                    .resideInAPackage("dev.dragoman.namespaces..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.dragoman.azure..",
                            "dev.dragoman.agents..",
                            "dev.dragoman.certificates..",
                            "dev.dragoman.discovery..");

    @ArchTest
    static final ArchRule azureKnowsNoOtherCapability =
            noClasses()
                    .that()
                    .resideInAPackage("dev.dragoman.azure..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.dragoman.namespaces..",
                            "dev.dragoman.agents..",
                            "dev.dragoman.certificates..",
                            "dev.dragoman.discovery..");

    @ArchTest
    static final ArchRule agentsKnowNoOtherCapability =
            noClasses()
                    .that()
                    .resideInAPackage("dev.dragoman.agents..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.dragoman.azure..",
                            "dev.dragoman.namespaces..",
                            "dev.dragoman.certificates..",
                            "dev.dragoman.discovery..");

    @ArchTest
    static final ArchRule certificatesKnowNoOtherCapability =
            noClasses()
                    .that()
                    .resideInAPackage("dev.dragoman.certificates..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.dragoman.azure..",
                            "dev.dragoman.namespaces..",
                            "dev.dragoman.agents..",
                            "dev.dragoman.discovery..");

    @ArchTest
    static final ArchRule discoveryKnowsNoOtherCapability =
            noClasses()
                    .that()
                    .resideInAPackage("dev.dragoman.discovery..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.dragoman.azure..",
                            "dev.dragoman.namespaces..",
                            "dev.dragoman.agents..",
                            "dev.dragoman.certificates..");

    @ArchTest
    static final ArchRule camelOnlyInItsRoomsAndProcessors =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "dev.dragoman.camel..",
                            "dev.dragoman.cli..",
                            "dev.dragoman.sandbox..",
                            "dev.dragoman.tools..")
                    .and()
                    .haveSimpleNameNotEndingWith("Processors")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.apache.camel..");

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
}
