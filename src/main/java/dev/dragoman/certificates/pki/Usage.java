package dev.dragoman.certificates.pki;

/** What a certificate is for. One without usages may be used by servers and clients. */
public enum Usage {
    /** It proves the identity of a TLS server. */
    SERVER,
    /** It proves the identity of a TLS client. */
    CLIENT,
    /** It signs other certificates. */
    CA
}
