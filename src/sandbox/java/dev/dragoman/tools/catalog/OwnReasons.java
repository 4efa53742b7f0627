package dev.dragoman.tools.catalog;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The section of {@code docs/errors.md} on reasons that are not codes of Azure but the operator's
 * own.
 */
final class OwnReasons {
    private static final Map<String, String> CONDITIONS = conditions();
    private static final Map<String, String> EVENTS = events();

    private OwnReasons() {}

    /** The section in Markdown. */
    static String section() {
        var out = new StringBuilder();
        out.append(
                """

                ## Reasons of the operator

                These reasons of the condition Ready are no codes of Azure. The message names the field or the object.

                | reason | what it means, and what to do |
                |---|---|
                """);
        CONDITIONS.forEach((reason, text) -> out.append("| `%s` | %s |\n".formatted(reason, text)));
        out.append(
                """

                The condition `FieldsNotSent` is a warning beside Ready, which does not depend on it. Its reason is
                `NotInAppliedVersion` where the applied version does not have a field or does not allow a value. Its reason is
                `UnknownAnnotation` where only an annotation does nothing.

                The condition `ValuesKept` is no warning. It names values of Azure's that differ from the spec and stay.
                Its reason is the first of these that holds for any of them:

                | reason of `ValuesKept` | when |
                |---|---|
                | `NoLongerAskedFor` | A field was taken out of the spec, and Azure keeps it as it was. To end that in Azure, write the value that turns it off into the spec, and remove the field after that. A child that was taken out of a list is deleted in Azure, or by an object of its own. |
                | `NotMadeSmaller` | An autoscaler or the like no longer may move the value, and it has grown. |
                | `MovedByOthers` | An autoscaler or the like may move the value ([kinds](kinds.md#values-that-others-move)). |

                The condition `StatusShortened` (reason `TooLarge`) is no warning. It names fields of Azure's answer that would make
                the status larger than 256 KiB. The status has ten entries of each of their lists, or lacks the fields.

                The condition `RepairsDoNotHold` (reason `WrittenAgain`) names fields that somebody writes again after each repair.
                The first three repairs of a field are made at once, the next after ten minutes. Each pause is twice the one before, up
                to a day. An edit of the spec is sent at once. Ready stays as it is. Write the value that Azure keeps into the spec, or stop
                the other writer.

                These four conditions have the status `True`, and are there only while they have something to say.

                Events have the reason of what was begun or failed; the reason of the condition is in their text:

                | reason of the Event | what happened |
                |---|---|
                """);
        EVENTS.forEach((reason, text) -> out.append("| `%s` | %s |\n".formatted(reason, text)));
        return out.toString();
    }

    private static Map<String, String> conditions() {
        var all = new LinkedHashMap<String, String>();
        progress(all);
        references(all);
        specs(all);
        credentials(all);
        tenants(all);
        cluster(all);
        requests(all);
        return all;
    }

    private static void progress(Map<String, String> all) {
        all.put("Succeeded", "Azure has what the object asks for. Nothing to do.");
        all.put("Reconciling", "Azure is working on it. Wait.");
        all.put("Deleting", "Azure is deleting the resource. Wait.");
    }

    private static void references(Map<String, String> all) {
        all.put(
                "WaitingForOwner",
                "The object that `spec.owner` names does not exist in the namespace or is not Ready. Create it, correct the name, or see its own condition.");
        all.put(
                "ReferenceNotFound",
                "An object, or a built-in role, that the spec refers to does not exist or is not Ready. Create it or correct the name.");
        all.put(
                "SecretNotFound",
                "A Secret, or a key of it, that the spec names does not exist in the namespace. Create it or correct the name.");
        all.put(
                "ConfigMapNotFound",
                "A ConfigMap, or a key of it, that the spec names does not exist in the namespace. Create it or correct the name.");
        all.put(
                "InvalidReference",
                "A field names what can be the name of nothing, such as `a/../b`. Or a reference names a kind that the operator does not have, an owner without its group and kind, or what is no name of a Secret or ConfigMap. Correct the field.");
    }

    private static void specs(Map<String, String> all) {
        all.put(
                "Unreadable",
                "The object cannot be read, such as one with more than 200 maps and lists within one another. Nothing is done for it until it can be read: take out what the message names.");
        all.put(
                "TooMuchToRead",
                "What belongs to the object is more than the operator holds at once. Delete what is not needed.");
        all.put(
                "Failed",
                "The owner or the name is missing, malformed, or was changed after the resource was created. Correct the field that the message names.");
        all.put(
                "InvalidName",
                "`spec.azureName` cannot be part of an ARM id. Write another name.");
        all.put(
                "InvalidReconcilePolicy",
                "The annotation `serviceoperator.azure.com/reconcile-policy` has an unknown value. Write `manage`, `skip` or `detach-on-delete`, or remove it.");
        all.put(
                "StaleOwnerReference",
                "A backup has brought owner references of another cluster along. The garbage collector may delete the object at any moment. So nothing is done for it, and its resource stays. Remove `metadata.ownerReferences`.");
        all.put(
                "InvalidOperatorNamespace",
                "The annotation `serviceoperator.azure.com/operator-namespace` is no name of a namespace. Correct or remove it.");
        all.put(
                "InvalidExport",
                "`operatorSpec` names a Secret, a ConfigMap or a key that cannot be written. Write another name.");
        all.put(
                "InvalidKeyVault",
                "An annotation or a setting about a Key Vault cannot be understood, a name is impossible, or a value is too large. Correct what the message names ([key-vault.md](key-vault.md)).");
        all.put(
                "KeyVaultNotAllowed",
                "The credential is shared, and the namespace may not use this Key Vault so. Make an [object Vault](key-vault.md#identity-and-rights) for it in the namespace, have the administrator list it, or add what the message names.");
        all.put(
                "KeyVaultNotFound",
                "No Key Vault answers at the address. Create it, or correct its name.");
        all.put(
                "KeyVaultNotReady",
                "The object Vault that is named has no vault yet, or is not Ready and a value is to be read. It is tried again when that object changes.");
        all.put(
                "KeyVaultEntryTaken",
                "The entry, or the deleted entry that still has its name, belongs to somebody else. Take it over if it is this object's in another cluster. Else choose another pattern or vault, or delete and purge it ([key-vault.md](key-vault.md#whose-an-entry-is)).");
        all.put(
                "KeyVaultEntryDisabled",
                "Somebody disabled the entry in the Key Vault. Enable it.");
        all.put(
                "KeyVaultEntryNotFound",
                "The Key Vault has no entry of the name that the spec names. Write it, or correct the name ([key-vault.md](key-vault.md#values-from-a-key-vault)).");
        all.put(
                "KeyVaultValueUnfit",
                "The spec names a property of a value in a Key Vault, and the value is no JSON object with it. Correct the value or the key.");
        all.put(
                "KeyVaultNotRead",
                "Only `dragoman plan` says so: it has no credential, so it does not know a value in a Key Vault.");
        all.put(
                "KeyVaultEntryRecovering",
                "A deletion or recovery in the Key Vault is not finished. It is tried again in seconds.");
        all.put(
                "ForbiddenByRbac",
                "The identity has no role for the secrets of the Key Vault. Give it Key Vault Secrets Officer.");
        all.put(
                "ForbiddenByPolicy",
                "The Key Vault's access policies give the identity no right. Give it get, set, delete and recover of secrets.");
        all.put(
                "ForbiddenByFirewall",
                "The Key Vault's firewall keeps the operator out. Let its address in.");
        all.put(
                "ForbiddenByConnection",
                "The Key Vault has no public access. Let the operator reach it by a private endpoint.");
        all.put(
                "InvalidExpression",
                "An expression of `operatorSpec` cannot be read, or gives neither a string nor a map of strings. Correct it at the position that the message names ([expressions.md](expressions.md)).");
        all.put(
                "NotSupported",
                "The object is stored as Azure Service Operator stores it. Run `dragoman take-over`.");
        all.put(
                "NotServed",
                "The kind is no resource of Azure Resource Manager. Nothing is done for the object; delete it, or leave it.");
        all.put(
                "FailedWritingAdditionalKubernetesObjects",
                "A Secret or ConfigMap of `operatorSpec` could not be written, or there is no value for it. Do as the message says: grant the right, export to another name, or correct the expression.");
        all.put(
                "AzureResourceNotFound",
                "The policy is `skip` and Azure does not have the resource. Create it there, or change the policy to `manage`.");
        all.put(
                "ReconciliationBlocked",
                "The resource or its owner is in a state in which nothing is sent ([States](#states)). Wait, or correct it in Azure.");
        all.put(
                "ProvisioningFailed",
                "Azure took the resource without an error, and shows it as failed or canceled. It is sent again with growing pauses, but not with the policy `skip`. Look at the resource's activity log in Azure.");
        all.put(
                "PostReconciliationFailure",
                "All was sent, and something is missing before the resource can be used ([States](#states)). Do in Azure what the message says.");
        all.put(
                "DeletionNotSupportedInAzure",
                "Azure cannot delete this resource separately from its owner. Delete the owner, or set the policy `detach-on-delete`.");
        all.put(
                "OwnSubscription",
                "The object stands for the subscription of the operator's credential, which is not cancelled. To delete the object alone, set the policy `detach-on-delete`.");
    }

    private static void credentials(Map<String, String> all) {
        all.put(
                "CredentialNotFound",
                "There is no complete credential for the object. Set what the message names, in the Secret that it names ([tenants](tenants.md#credentials), [settings](settings.md)).");
        all.put(
                "InvalidCredentialFrom",
                "The annotation `credential-from` is no name of a Secret of the object's namespace. Correct it ([tenants](tenants.md#credentials)).");
        all.put(
                "CredentialChanged",
                "The credential was changed while a request was prepared. It is tried again.");
        all.put(
                "SubscriptionMismatch",
                "The resource is in another subscription than the credential's. Restore the credential, or correct the object.");
        all.put(
                "AuthenticationFailed",
                "Entra refuses the credential. Correct it, or wait until Entra can be reached.");
    }

    private static void tenants(Map<String, String> all) {
        all.put(
                "ResourceHeldByAnotherObject",
                "Another object stands for the same resource. Delete one of them, or write another name.");
        all.put(
                "ConsentRequired",
                "The resource lies above or below that of another namespace, and Azure cannot tell the two apart. Ask that team for the annotation that the message names ([tenants](tenants.md)), or send the object with an identity of its namespace's own.");
    }

    private static void cluster(Map<String, String> all) {
        all.put(
                "ReadRefused",
                "The operator has no right to read a Secret or ConfigMap that the spec names. Bind ClusterRole `dragoman-secrets` in the namespace. A deleted object waits for that; the policy `detach-on-delete` releases it.");
        all.put(
                "Forbidden",
                "The API server refuses a write. Grant the right that the message names, or change the quota or policy.");
        all.put(
                "LeftOut",
                "A route in place of ours has no line for what is due, so that is not done. The message names the step, and what differs. Add the line, or leave it so ([overlays](overlays.md#routes-in-place-of-ours)).");
        all.put(
                "OverlayFailed",
                "A file of an overlay failed. Correct the file that the message names, and restart the operator. It is tried again, at most three minutes later: what a service did not answer, or a kind that was missing, heals by itself ([overlays](overlays.md)).");
        all.put(
                "HttpsFailed",
                "A message of an overlay did not reach the host that the message names, or the host did not take it. Correct the address, the host or `DRAGOMAN_HTTPS_HOSTS` ([overlays](overlays.md#messages-to-https)).");
        all.put(
                "AfterCreateFailed",
                "Steps of a team after the creation failed; the resource is there. Correct what the message names; it is tried again ([overlays](overlays.md)).");
        all.put(
                "NotOurs",
                "An overlay applies an object that belongs to somebody else. Delete that object, or write another name.");
        all.put(
                "FieldConflict",
                "An overlay applies fields that others manage. Remove the fields there, or set `force` where it applies objects.");
        all.put(
                "WriteConflict",
                "The API server answered several times in a row that another client had written first. It is tried again. Look for that client.");
        all.put(
                "Unfinished",
                "A route of an overlay stopped before its last step. Look for `stop`, `rollback` or an error handler in it.");
        all.put(
                "BadOutcome",
                "A route of an overlay sets an outcome that is not known. Write `done` or `requeue 30s`.");
    }

    private static void requests(Map<String, String> all) {
        all.put(
                "AzureUnreachable",
                "Azure did not answer. It is tried again; look at the network and at Azure's status.");
        all.put(
                "TooManyRequests",
                "Azure throttles without a code, or said to another object to wait ([Throttled](#throttled)). It is tried again after that.");
        all.put(
                "LeaseNotHeld",
                "Another replica may lead, so nothing was sent. The leader does it.");
        all.put(
                "InHand",
                "Another trigger, or a second line `observe`, leads to the same object while it is reconciled. It is tried again. Let one trigger alone lead to each route.");
        all.put(
                "NotForRoutes",
                "A team's route wrote with what is the operator's own: a field manager, a finalizer, a Secret, or the condition Ready. Use names of your own.");
        all.put(
                "PreconditionFailed",
                "Somebody wrote the resource, or a child in its body, after it was looked at. It is looked at again, then sent.");
        all.put(
                "UntrustedHost",
                "A URL leads to a host that is not of this cloud, so no token was sent. Correct `AZURE_RESOURCE_MANAGER_ENDPOINT`, or report it.");
        all.put(
                "OperationWithoutUrl",
                "Azure works on a request and named no address to ask for its result. It is asked again.");
        all.put(
                "UnknownError",
                "Azure named no code, or a request failed in a way that nobody foresaw. Read the message; it is tried again.");
    }

    private static Map<String, String> events() {
        var all = new LinkedHashMap<String, String>();
        all.put("BeginCreateOrUpdate", "The resource is sent to Azure.");
        all.put("BeginDelete", "Azure is deleting the resource.");
        all.put("Detached", "The object was released, and the resource stays in Azure.");
        all.put(
                "Overlap",
                "Another operator reconciles the object; it is left alone here until its annotation `serviceoperator.azure.com/operator-namespace` is removed or changed.");
        all.put("CreateOrUpdateActionError", "Azure refused the resource, or could not be asked.");
        all.put("DetermineCreateOrUpdateActionError", "Something keeps the resource from being sent.");
        all.put("DeleteActionError", "Azure refused the deletion, or could not be asked.");
        all.put("DetermineDeleteActionError", "Something keeps the resource from being deleted.");
        all.put("NotPossibleInAzure", "Azure cannot delete the resource on its own.");
        return all;
    }
}
