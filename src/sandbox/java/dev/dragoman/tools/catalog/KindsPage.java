package dev.dragoman.tools.catalog;

import dev.dragoman.azure.catalog.AzureKind;
import dev.dragoman.azure.catalog.AzureVersion;
import dev.dragoman.azure.catalog.BodyField;
import dev.dragoman.azure.catalog.DeletionRule;
import dev.dragoman.azure.model.KeptChildren;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Generates {@code docs/kinds.md}: all kinds of the catalog with their peculiarities. */
public final class KindsPage {
    private KindsPage() {}

    /**
     * The page in Markdown.
     *
     * @param kinds in the order in which the page lists them
     */
    public static String of(List<AzureKind> kinds) {
        long groups = kinds.stream().map(AzureKind::group).distinct().count();
        long served = kinds.stream().filter(AzureKind::inArm).count();
        var out = new StringBuilder();
        out.append(
                """
                # Kinds

                %d kinds in %d groups; %d are resources of Azure Resource Manager and are served. The others are
                installed and say in their condition that they are not. This page is written by the catalog's generator.

                `./dragoman crds` prints the definitions of all kinds, `./dragoman crds --kinds 'storage.azure.com/*'` some of
                them. The API server's memory grows with each kind and version, so install those that you use.

                The version of an apply, a patch or an edit selects Azure's api-version. `kubectl edit` and `kubectl patch` with a
                short name (`kubectl edit namespace.servicebus.azure.com shop`) use the version that the API server prefers, which
                may be an old preview. So name the version in full, as in `kubectl patch
                namespaces.v1api20240101.servicebus.azure.com ...`, or edit the manifest and apply it with `kubectl apply
                --server-side`. The condition `FieldsNotSent` names what an older version cannot send.

                Versions that differ only in their spelling (`v1api20230101`, `v20230101`) stand together. Remarks:

                - *kept*: children that live in the body of their parent are read and sent again when the parent changes. A child
                  that you take out of the parent's list stays in Azure. Delete it by its own object, or in Azure.
                - *exists*: Azure tells only whether such a resource exists, so the operator does not notice changes in Azure.
                - *no DELETE*: the resource is deleted with its owner.
                - *DELETE with*, *before DELETE*: how the resource is deleted, because a DELETE alone is not enough.
                - *UUID*: the name in Azure is a UUID if the spec gives none.
                - *extension*: can belong to any other resource.

                """
                        .formatted(kinds.size(), groups, served));
        String group = "";
        for (AzureKind kind : kinds) {
            if (!kind.group().equals(group)) {
                group = kind.group();
                out.append(
                        """

                        ## %s

                        | kind | Azure type | versions | exports | remarks |
                        |---|---|---|---|---|
                        """
                                .formatted(group));
            }
            out.append(
                    "| %s | %s | %s | %s | %s |%n"
                            .formatted(
                                    kind.kind(),
                                    kind.armType(),
                                    versions(kind),
                                    exports(kind),
                                    String.join(", ", remarks(kind)))
                            .replace("\r", ""));
        }
        out.append(MovedTable.of(kinds));
        out.append(WriteOnlyTable.of(kinds));
        return out.toString().replace("\n\n\n", "\n\n");
    }

    private static String versions(AzureKind kind) {
        return kind.versions().stream()
                .map(version -> String.join(" ", version.names()))
                .collect(Collectors.joining(", "));
    }

    private static String exports(AzureKind kind) {
        return kind.exports().stream()
                .map(export -> export.target() + "." + export.key())
                .collect(Collectors.joining(" "));
    }

    private static List<String> remarks(AzureKind kind) {
        List<String> out = new ArrayList<>();
        if (!kind.inArm()) {
            out.add("not served");
            return out;
        }
        if (kind.scope() == AzureKind.Scope.EXTENSION) {
            out.add("extension");
        }
        if (!kind.verbs().contains(AzureKind.Verb.DELETE)) {
            out.add("no DELETE");
        }
        remarks(kind.rules().deletion(), out);
        if (!kind.verbs().contains(AzureKind.Verb.GET)) {
            out.add("exists");
        }
        if (kind.naming() == AzureKind.Naming.UUID) {
            out.add("UUID");
        }
        if (kind.versions().stream().map(AzureVersion::body).anyMatch(KeptChildren::any)) {
            out.add("kept: " + keptOf(kind));
        }
        if (!kind.rules().moved().isEmpty()) {
            out.add("[moved](#values-that-others-move)");
        }
        return out;
    }

    private static void remarks(DeletionRule deletion, List<String> out) {
        deletion.before().ifPresent(before -> out.add("before DELETE: POST `" + before.path() + "`"));
        if (!deletion.query().isEmpty()) {
            out.add("DELETE with `" + deletion.query().toString().replaceAll("[{}]", "") + "`");
        }
    }

    private static String keptOf(AzureKind kind) {
        return kind.versions().stream()
                .flatMap(version -> kept(version.body()).stream())
                .distinct()
                .collect(Collectors.joining(" "));
    }

    private static List<String> kept(List<BodyField> fields) {
        List<String> out = new ArrayList<>();
        for (BodyField field : fields) {
            if (field.kept()) {
                out.add(field.arm());
            }
            out.addAll(kept(field.fields()));
        }
        return out;
    }
}
