/**
 * The rules of certificates: what may be issued, what is wrong with one that is there, when it is
 * renewed. Pure: no client, no Camel, no clock; time and randomness are inputs. BouncyCastle is
 * known to {@code X509Encoding} only.
 */
package dev.dragoman.certificates.pki;
