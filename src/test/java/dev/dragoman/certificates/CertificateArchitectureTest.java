package dev.dragoman.certificates;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which package of certificates may use which. */
@AnalyzeClasses(packages = "dev.dragoman", importOptions = ImportOption.DoNotIncludeTests.class)
public class CertificateArchitectureTest {
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
}
