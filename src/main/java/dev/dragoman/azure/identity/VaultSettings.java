package dev.dragoman.azure.identity;

import static dev.dragoman.settings.SettingValues.entries;
import static dev.dragoman.settings.SettingValues.text;

import dev.dragoman.kube.object.Names;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The operator's settings about Key Vaults. Immutable.
 *
 * @param everywhere the vault of all objects that name no vault; empty if there is no such vault
 * @param listed by namespace, the vaults that its objects may name under a credential that several
 *     namespaces share; {@code *} stands for every namespace
 * @param suffixes further DNS suffixes of Key Vaults, each as {@code SUFFIX} or {@code
 *     SUFFIX=RESOURCE}
 * @param cluster name of the cluster in the tags of entries; empty for the uid of the Namespace
 *     kube-system
 * @param naming naming of entries as in version 1 of Azure Service Operator, 1 or 2; 0 for the
 *     naming of this operator
 * @param ofOverlays the vault with the values that overlays name; empty if there is no such vault
 */
public record VaultSettings(
        String everywhere,
        Map<String, Set<String>> listed,
        List<String> suffixes,
        String cluster,
        int naming,
        String ofOverlays) {
    /** Setting: the vault of all objects that name no vault. */
    public static final String VAULT = "AZURE_OPERATOR_KEYVAULT";

    /** Setting: naming of version 1 of Azure Service Operator. */
    public static final String NAMING = "AZURE_SECRET_NAMING_VERSION";

    /** Setting: the vaults that a namespace may name under a shared credential. */
    public static final String LISTED = "DRAGOMAN_KEY_VAULTS";

    /** Setting: further DNS suffixes. */
    public static final String SUFFIXES = "DRAGOMAN_KEY_VAULT_SUFFIXES";

    /** Setting: the vault with the values that overlays name. */
    public static final String OVERLAYS = "DRAGOMAN_OVERLAY_KEY_VAULT";

    /** Setting: name of the cluster in tags. */
    public static final String CLUSTER = "DRAGOMAN_CLUSTER_NAME";

    private static final String LISTED_SUFFIX = "[^=]+(?:=https://[a-z0-9./-]*[a-z0-9])?";

    /** Longest value of a tag. */
    static final int LONGEST_TAG = 256;

    public static final VaultSettings NONE = new VaultSettings("", Map.of(), List.of(), "", 0, "");

    public VaultSettings {
        listed = Map.copyOf(listed);
        suffixes = List.copyOf(suffixes);
    }

    /**
     * Reads the environment.
     *
     * @throws IllegalArgumentException naming the variable, what is wrong and what to write
     */
    public static VaultSettings from(Map<String, String> env) {
        var cluster = text(env, CLUSTER, "");
        if (cluster.length() > LONGEST_TAG) {
            throw new IllegalArgumentException(
                    "%s: the name is longer than %d characters, the limit of a tag; write a shorter name"
                            .formatted(CLUSTER, LONGEST_TAG));
        }
        var everywhere = text(env, VAULT, "");
        var overlays = text(env, OVERLAYS, "");
        if (!overlays.isEmpty() && same(bare(overlays), bare(everywhere))) {
            throw new IllegalArgumentException(
                    "%s and %s name the same Key Vault, so objects would write where overlays read; name a vault of its own for overlays"
                            .formatted(VAULT, OVERLAYS));
        }
        return new VaultSettings(
                everywhere, listed(env), suffixes(env), cluster, naming(env), overlays);
    }

    /** Whether two names or hosts may be of one vault. */
    private static boolean same(String one, String other) {
        return one.equals(other)
                || one.startsWith(other + ".")
                || (!one.isEmpty() && other.startsWith(one + "."));
    }

    private static int naming(Map<String, String> env) {
        return switch (text(env, NAMING, "")) {
            case "" -> 0;
            case "1" -> 1;
            case "2" -> 2;
            default -> throw new IllegalArgumentException(NAMING + ": write 1 or 2");
        };
    }

    private static List<String> suffixes(Map<String, String> env) {
        return entries(text(env, SUFFIXES, "")).stream()
                .map(each -> each.startsWith(".") ? each.substring(1) : each)
                .map(each -> each.toLowerCase(Locale.ROOT))
                .peek(
                        each -> {
                            var pair = each.split("=", 2);
                            if (!Names.isSubdomain(pair[0])
                                    || !pair[0].contains(".")
                                    || !each.matches(LISTED_SUFFIX)) {
                                throw new IllegalArgumentException(
                                        "%s: '%s' is no DNS suffix; write suffixes such as vault.azure.net, separated by commas. Where tokens are for another resource, write SUFFIX=https://RESOURCE"
                                                .formatted(SUFFIXES, each));
                            }
                        })
                .distinct()
                .toList();
    }

    private static Map<String, Set<String>> listed(Map<String, String> env) {
        var all = new HashMap<String, Set<String>>();
        for (var each : entries(text(env, LISTED, ""))) {
            var pair = each.split("=", -1);
            var namespace = pair[0].strip();
            var vault = pair.length == 2 ? bare(pair[1]) : "";
            boolean known = namespace.equals("*") || Names.isLabel(namespace);
            if (!known || !Names.isSubdomain(vault)) {
                throw new IllegalArgumentException(
                        "%s: '%s' is no entry; write NAMESPACE=VAULT or *=VAULT, separated by commas, where VAULT is a name, host or URL"
                                .formatted(LISTED, each));
            }
            all.computeIfAbsent(namespace, any -> new HashSet<>()).add(vault);
        }
        return all;
    }

    /** The name or host in a name, host or URL. */
    private static String bare(String vault) {
        var text = vault.strip().toLowerCase(Locale.ROOT);
        var host = text.startsWith("https://") ? text.substring("https://".length()) : text;
        var place = host.endsWith("/") ? host.substring(0, host.length() - 1) : host;
        return place.endsWith(":443") ? place.substring(0, place.length() - 4) : place;
    }

    /**
     * Whether the administrator has listed the vault, by name or host.
     *
     * @param namespace a namespace, or {@code *} for the vaults of all namespaces
     */
    public boolean lists(String namespace, VaultAddress vault) {
        var vaults = listed.getOrDefault(namespace, Set.of());
        return vaults.contains(vault.name()) || vaults.contains(vault.host());
    }

    /** Whether it is the vault with the values that overlays name. */
    public boolean isOfOverlays(VaultAddress vault) {
        var platform = bare(ofOverlays);
        return platform.equals(vault.name()) || platform.equals(vault.host());
    }

    /**
     * Whether the administrator has named the vault for somebody else: for another namespace, or
     * for overlays.
     */
    public boolean namedForOthers(String namespace, VaultAddress vault) {
        return isOfOverlays(vault)
                || listed.keySet().stream()
                        .anyMatch(each -> !each.equals(namespace) && lists(each, vault));
    }

    /**
     * DNS suffixes of vaults that may get tokens, each as {@code SUFFIX} or {@code
     * SUFFIX=RESOURCE}.
     *
     * @param own the suffix of the identity's cloud; empty if it is not known
     */
    public List<String> suffixes(Optional<String> own) {
        return Stream.concat(own.stream(), suffixes.stream()).distinct().toList();
    }
}
