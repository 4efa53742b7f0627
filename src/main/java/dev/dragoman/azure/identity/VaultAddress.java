package dev.dragoman.azure.identity;

import dev.dragoman.kube.object.Excerpt;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The address of a Key Vault. Immutable.
 *
 * @param name name of the vault, in lower case
 * @param suffix the DNS suffix of its cloud, without a dot at the beginning
 * @param resource the resource for which tokens are sent to the vault
 */
public record VaultAddress(String name, String suffix, String resource) {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9-]+");

    private static final int SHORTEST = 3;
    private static final int LONGEST = 24;

    /**
     * Parses what a user wrote: the name of a vault, its host, or its URL.
     *
     * @param suffixes allowed suffixes, each as {@code SUFFIX} or {@code SUFFIX=RESOURCE}; without
     *     any resource it is {@code https://SUFFIX}. A vault that is written by name gets the first
     *     suffix
     * @throws IllegalArgumentException saying what is wrong and what to write
     */
    public static VaultAddress of(String written, List<String> suffixes) {
        if (suffixes.isEmpty()) {
            throw new IllegalArgumentException(
                    "the DNS suffix of Key Vaults in this cloud is not known; set %s of the operator"
                            .formatted(VaultSettings.SUFFIXES));
        }
        boolean url = written.contains(":");
        if (!url && !written.contains(".")) {
            return named(written, written, bare(suffixes.getFirst()), suffixes);
        }
        var host = host(url ? written : "https://" + written);
        int dot = host.indexOf('.');
        var suffix = dot < 0 ? "" : host.substring(dot + 1);
        var all = suffixes.stream().map(VaultAddress::bare).distinct().toList();
        if (!all.contains(suffix)) {
            throw new IllegalArgumentException(
                    "'%s' is no Key Vault of this cloud, so no token is sent there; its host must be the vault's name, followed by .%s"
                            .formatted(Excerpt.value(written), String.join(" or .", all)));
        }
        return named(written, host.substring(0, dot), suffix, suffixes);
    }

    private static String bare(String suffix) {
        return suffix.split("=", 2)[0];
    }

    private static VaultAddress named(
            String written, String name, String suffix, List<String> suffixes) {
        boolean fits =
                name.length() >= SHORTEST
                        && name.length() <= LONGEST
                        && !name.contains("--")
                        && !name.endsWith("-")
                        && NAME.matcher(name).matches();
        if (!fits) {
            throw new IllegalArgumentException(
                    "'%s' is no name of a Key Vault; write its name, or https://NAME.%s"
                            .formatted(Excerpt.value(written), suffix));
        }
        var resource =
                suffixes.stream()
                        .filter(each -> each.startsWith(suffix + "="))
                        .map(each -> each.substring(suffix.length() + 1))
                        .findFirst()
                        .orElse("https://" + suffix);
        return new VaultAddress(name.toLowerCase(Locale.ROOT), suffix, resource);
    }

    /** The host of a URL that consists of scheme and host only; empty for any other text. */
    private static String host(String written) {
        try {
            var uri = new URI(written);
            boolean bare =
                    "https".equals(uri.getScheme())
                            && uri.getHost() != null
                            && uri.getRawUserInfo() == null
                            && (uri.getPort() < 0 || uri.getPort() == 443)
                            && ("".equals(uri.getRawPath()) || "/".equals(uri.getRawPath()))
                            && uri.getRawQuery() == null
                            && uri.getRawFragment() == null;
            return bare ? uri.getHost().toLowerCase(Locale.ROOT) : "";
        } catch (java.net.URISyntaxException noUrl) {
            return "";
        }
    }

    /** The host of the vault. */
    public String host() {
        return name + "." + suffix;
    }

    /**
     * The id of an entry, {@code HOST/NAME}. NAME is in lower case, because case does not matter in
     * a vault.
     */
    public String id(String entry) {
        return host() + "/" + entry.toLowerCase(Locale.ROOT);
    }

    /** The URL of the vault. */
    public URI url() {
        return URI.create("https://" + host());
    }

    /** The scope of tokens for the vault. */
    public String scope() {
        return resource + "/.default";
    }

    @Override
    public String toString() {
        return host();
    }
}
