package dev.dragoman.certificates.pki;

/** What a certificate is for. A certificate without usages may be used by servers and clients. */
public enum Usage {
    /** The certificate proves the identity of a TLS server. */
    SERVER,
    /** The certificate proves the identity of a TLS client. */
    CLIENT,
    /** The certificate signs other certificates. */
    CA
}
