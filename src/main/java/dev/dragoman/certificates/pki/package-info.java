/**
 * The rules of certificates: which may be issued, what is wrong with existing ones, when they are
 * renewed. Pure: no client, Camel or clock; time and randomness are inputs. Only {@code
 * X509Encoding} uses BouncyCastle.
 */
package dev.dragoman.certificates.pki;
