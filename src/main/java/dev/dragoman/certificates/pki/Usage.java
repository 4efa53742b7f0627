package dev.dragoman.certificates.pki;

/** What a certificate is for. One that is nothing of these is a client's. */
public enum Usage {
    /** Proves the identity of a TLS server. */
    SERVER,
    /** Proves the identity of a TLS client. */
    CLIENT,
    /** Signs other certificates. */
    CA
}
