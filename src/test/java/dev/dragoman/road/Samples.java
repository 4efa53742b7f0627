package dev.dragoman.road;

/** Objects as users write them. */
final class Samples {
    private Samples() {}

    static String group(String name, String team) {
        return """
        apiVersion: resources.azure.com/v1api20200601
        kind: ResourceGroup
        metadata: {name: %s}
        spec:
          location: westeurope
          tags: {team: %s}
        """
                .formatted(name, team);
    }

    /** A storage account in group {@code orders}, spoken in a version. */
    static String account(String version, String name, String tier) {
        return """
        apiVersion: storage.azure.com/%s
        kind: StorageAccount
        metadata: {name: %s}
        spec:
          owner: {name: orders}
          location: westeurope
          kind: StorageV2
          sku: {name: Standard_LRS}
          accessTier: %s
        """
                .formatted(version, name, tier);
    }

    static String account(String name) {
        return account("v20230101", name, "Hot");
    }

    /** The account with a Secret for its first key. */
    static String exporting(String name, String secret) {
        return account(name)
                + """
                  operatorSpec:
                    secrets:
                      key1: {name: %s, key: key}
                """
                        .formatted(secret);
    }
}
