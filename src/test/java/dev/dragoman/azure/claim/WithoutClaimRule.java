package dev.dragoman.azure.claim;

import dev.dragoman.azure.model.AsoNames;
import dev.dragoman.faults.Weakened;
import dev.dragoman.kube.object.Fields;
import java.util.Map;
import java.util.Optional;

/** Operators that lack one rule of whose an id is; each until it is closed. */
public final class WithoutClaimRule {
    private WithoutClaimRule() {}

    /** Several objects may stand for one resource. */
    public static Weakened oneObjectForAResource() {
        return Weakened.by(Holders.class, "other", (_, _, _) -> Optional.empty());
    }

    /** What lies below another team's resource needs no consent. */
    public static Weakened consentBelow() {
        return Weakened.by(Tenancy.class, "noConsent", (_, _, _) -> Optional.empty());
    }

    /** What lies above another team's resource needs no consent. */
    public static Weakened consentAbove() {
        return Weakened.by(Tenancy.class, "noConsentBelow", (_, _, _) -> Optional.empty());
    }

    /** Templates are run with a credential that namespaces share. */
    public static Weakened ownCredentialToReach() {
        return Weakened.by(Tenancy.class, "reach", (_, _, _) -> Optional.empty());
    }

    /** What was done under one identity counts under the next. */
    public static Weakened madeUnderTheSameIdentity() {
        return Weakened.by(ActingIdentity.class, "made", (_, _, _) -> true);
    }

    /** A resource is deleted with all that others have below it. */
    public static Weakened keptForOthers() {
        return Weakened.by(Tenancy.class, "keeps", (_, _, _) -> Optional.empty());
    }

    /** Every claim counts as one that the operator wrote. */
    public static Weakened seals() {
        return Weakened.by(ClaimSeal.class, "valid", (_, _, _) -> true);
    }

    /** A seal counts for whatever object has it, as long as it was one's with this uid. */
    public static Weakened sealsOfOneObject(String uid) {
        return Weakened.by(
                ClaimSeal.class,
                "valid",
                (self, arguments, result) -> {
                    if (arguments.length != 1) {
                        return result;
                    }
                    var object = Fields.map(Map.of("object", arguments[0]), "object");
                    var id = Fields.annotation(object, AsoNames.RESOURCE_ID);
                    return (boolean) result
                            || (!id.isEmpty()
                                    && ((ClaimSeal) self)
                                            .of(uid, id)
                                            .equals(
                                                    Fields.annotation(
                                                            object, AsoNames.CLAIMED_BY)));
                });
    }
}
