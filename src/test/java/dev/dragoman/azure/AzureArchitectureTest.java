package dev.dragoman.azure;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which package of Azure's capability may use which. */
@AnalyzeClasses(packages = "dev.dragoman", importOptions = ImportOption.DoNotIncludeTests.class)
public class AzureArchitectureTest {
    @ArchTest
    static final ArchRule onePackageKnowsTheClientOfKeyVault =
            noClasses()
                    .that()
                    .resideOutsideOfPackages("dev.dragoman.azure.vault..", "dev.dragoman.sandbox..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("com.azure.security.keyvault..")
                    .because("it is loaded with the first export to a vault, and not before");

    @ArchTest
    static final ArchRule ownershipOfIdsIsDecidedAlone =
            noClasses()
                    .that()
                    .resideInAPackage("dev.dragoman.azure.claim..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.dragoman.azure",
                            "dev.dragoman.azure.arm..",
                            "dev.dragoman.azure.check..",
                            "dev.dragoman.azure.export..",
                            "dev.dragoman.azure.trial..",
                            "dev.dragoman.expression..",
                            "dev.dragoman.capability..")
                    .because("who may have an id is decided and read alone");
}
