package dev.dragoman.cli.explain;

/** In which way an object needs another one. */
enum Relation {
    OWNER("owner"),
    REFERENCE("reference"),
    SECRET("Secret"),
    CONFIG_MAP("ConfigMap"),
    CREDENTIAL("credential"),
    VAULT("Key Vault"),
    CERTIFICATE("certificate"),
    AUTHORITY("CA"),
    SERVICE("discovery service"),
    CONFIGURATION("configuration"),
    WORKLOAD("workload"),
    NAMESPACE("namespace"),
    LINE("line"),
    MAKER("made for");

    private final String text;

    Relation(String text) {
        this.text = text;
    }

    /** The word for it in the tree and in JSON. */
    String text() {
        return text;
    }
}
