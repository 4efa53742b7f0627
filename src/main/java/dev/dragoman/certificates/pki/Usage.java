package dev.dragoman.certificates.pki;

/** What a certificate is for. One that is nothing of these may be used by servers and clients. */
public enum Usage {
    /** Proves the identity of a TLS server. */
    SERVER,
    /** Proves the identity of a TLS client. */
    CLIENT,
    /** Signs other certificates. */
    CA
}
