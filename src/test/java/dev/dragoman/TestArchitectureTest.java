package dev.dragoman;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.dragoman.cluster.OperatorCluster;
import dev.dragoman.cluster.OwnCounts;
import dev.dragoman.sandbox.controlplane.AuditLog;
import dev.dragoman.tier.Full;
import dev.dragoman.tier.Landing;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/** What keeps the integration tests calm, and each of them in a tier (docs/testing.md). */
@AnalyzeClasses(
        packages = "dev.dragoman",
        importOptions = {ImportOption.OnlyIncludeTests.class, TestArchitectureTest.ButWrong.class})
class TestArchitectureTest {
    /** Without the class of this test that breaks the rules. */
    static final class ButWrong implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("TestArchitectureTest$");
        }
    }

    private static final Set<String> TIERS = Set.of("landing", "full", "campaign", "image");

    @ArchTest
    static final ArchRule onePlaceForPatience =
            noClasses()
                    .that()
                    .doNotBelongToAnyOf(Patience.class)
                    .should()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName("org.awaitility.Awaitility")
                    .because("limits are stretched in one place");

    @ArchTest
    static final ArchRule noLimitElsewhere =
            noClasses()
                    .that()
                    .doNotBelongToAnyOf(Patience.class)
                    .should()
                    .callMethodWhere(limits())
                    .because("a limit that is not stretched fails on a loaded machine");

    @ArchTest
    static final ArchRule countsAreOfTheOwnOperator =
            noClasses()
                    .that()
                    .areNotAssignableTo(OperatorCluster.class)
                    .and()
                    .resideOutsideOfPackages(
                            "dev.dragoman.sandbox.controlplane..", "dev.dragoman.witness..")
                    .and(notAnnotated())
                    .should()
                    .callMethodWhere(counts())
                    .because("others write to the same audit log: see OwnCounts");

    @ArchTest
    static final ArchRule eachTestHasOneTier =
            methods()
                    .that()
                    .areDeclaredInClassesThat()
                    .haveSimpleNameEndingWith("IT")
                    .should(haveOneTier());

    @ArchTest
    static final ArchRule inheritedTestsToo =
            classes().that().haveSimpleNameEndingWith("IT").should(haveOneTierForWhatTheyInherit());

    private static DescribedPredicate<JavaClass> notAnnotated() {
        return DescribedPredicate.describe(
                "do not say that they count what is their own",
                each ->
                        Stream.iterate(
                                        each,
                                        Objects::nonNull,
                                        one -> one.getEnclosingClass().orElse(null))
                                .noneMatch(one -> one.isAnnotatedWith(OwnCounts.class)));
    }

    private static DescribedPredicate<JavaCall<?>> limits() {
        return DescribedPredicate.describe(
                "limits how long is waited",
                call ->
                        call.getTargetOwner().isEquivalentTo(ConditionFactory.class)
                                && List.of("atMost", "timeout", "forever")
                                        .contains(call.getName()));
    }

    private static DescribedPredicate<JavaCall<?>> counts() {
        return DescribedPredicate.describe(
                "counts in an audit log",
                call ->
                        call.getTargetOwner().isEquivalentTo(AuditLog.class)
                                && List.of("since", "events", "writesBy").contains(call.getName()));
    }

    private static ArchCondition<JavaMethod> haveOneTier() {
        return new ArchCondition<>("have exactly one tier") {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                judge(method.getOwner().reflect(), method.reflect(), events);
            }
        };
    }

    private static ArchCondition<JavaClass> haveOneTierForWhatTheyInherit() {
        return new ArchCondition<>("have exactly one tier for what they inherit") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (var above = type.reflect().getSuperclass();
                        above != Object.class;
                        above = above.getSuperclass()) {
                    for (var method : above.getDeclaredMethods()) {
                        judge(type.reflect(), method, events);
                    }
                }
            }
        };
    }

    private static void judge(Class<?> type, Method method, ConditionEvents events) {
        if (AnnotationSupport.isAnnotated(method, Testable.class)) {
            var tiers = tiers(type, method);
            events.add(
                    new SimpleConditionEvent(
                            method,
                            tiers.size() == 1,
                            "%s.%s has the tiers %s"
                                    .formatted(type.getName(), method.getName(), tiers)));
        }
    }

    /** Of the method and of all classes whose tags it has. */
    private static Set<String> tiers(Class<?> type, Method method) {
        var found = new TreeSet<String>();
        Stream.of(type, method)
                .flatMap(
                        each ->
                                AnnotationSupport.findRepeatableAnnotations(each, Tag.class)
                                        .stream())
                .map(Tag::value)
                .filter(TIERS::contains)
                .forEach(found::add);
        return found;
    }

    /** Rules that find nothing would be green too. */
    @Test
    void eachRuleFindsWhatBreaksIt() {
        var wrong = new ClassFileImporter().importClasses(WrongIT.class);
        assertThatThrownBy(() -> onePlaceForPatience.check(wrong))
                .hasMessageContaining("Awaitility");
        assertThatThrownBy(() -> noLimitElsewhere.check(wrong)).hasMessageContaining("atMost");
        assertThatThrownBy(() -> countsAreOfTheOwnOperator.check(wrong))
                .hasMessageContaining("events");
        assertThatThrownBy(() -> eachTestHasOneTier.check(wrong))
                .hasMessageContaining("inNone has the tiers []")
                .hasMessageContaining("inTwo has the tiers [full, landing]");
        assertThat(eachTestHasOneTier.evaluate(wrong).getFailureReport().getDetails()).hasSize(2);
    }

    /** Breaks all of them; never run. */
    static final class WrongIT {
        private WrongIT() {}

        @Test
        void inNone() {
            Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> true);
        }

        @Test
        @Landing
        @Full
        void inTwo(AuditLog log) {
            log.events();
        }

        @Test
        @Landing
        void inOne() {}
    }
}
