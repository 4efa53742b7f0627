package dev.dragoman.certificates.pki;

import dev.dragoman.keys.RsaBounds;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.ASN1String;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.RSAPrivateKey;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.NameConstraintValidatorException;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.bouncycastle.asn1.x509.PKIXNameConstraintValidator;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequestBuilder;

/**
 * Encodes and decodes certificates and keys. It is the only class that uses BouncyCastle. It
 * decides nothing; the JDK makes keys and signatures.
 */
final class X509Encoding {
    /** Organization of subjects, as with MARIN3R, since consumers may look for it. */
    static final String ORGANIZATION = "marin3r.3scale.net";

    private static final int SERIAL_BITS = 128;
    private static final int KEY_ID_BYTES = 20;
    private static final String CONSTRAINTS = Extension.nameConstraints.getId();
    private static final Optional<String> UNREADABLE = Optional.of("they cannot be read");

    /**
     * Maximum size of an extension in bytes, as BouncyCastle takes more than linear time for nested
     * extensions.
     */
    private static final int LONGEST_EXTENSION = 64 << 10;

    /** Maximum number of name constraints, as BouncyCastle compares each with all before it. */
    private static final int MOST_CONSTRAINTS = 1_000;

    /**
     * The content of a certificate to sign.
     *
     * @param publicKey public key of the subject
     * @param pathLength path length, which only a CA gets
     * @param parent certificate of the issuer; empty if the certificate signs itself
     * @param constraints certificate whose name constraints are taken over; empty without one
     */
    record Template(
            CertificateSpec spec,
            PublicKey publicKey,
            Validity validity,
            int pathLength,
            Optional<X509Certificate> parent,
            Optional<X509Certificate> constraints) {}

    private X509Encoding() {}

    /**
     * Signs a certificate.
     *
     * @param key private key of the issuer
     * @param issuerKey public key of the issuer
     * @throws IllegalStateException when the JDK cannot sign with the key
     */
    static X509Certificate sign(
            Template template, PrivateKey key, PublicKey issuerKey, SecureRandom random) {
        try {
            var built = builder(template, issuerKey, random).build(signer(key, issuerKey, random));
            return new JcaX509CertificateConverter().getCertificate(built);
        } catch (CertIOException | OperatorCreationException | GeneralSecurityException wrong) {
            throw new IllegalStateException("cannot sign a certificate", wrong);
        }
    }

    /**
     * Makes a certificate request (PKCS#10), signed with its own key.
     *
     * @throws IllegalStateException when the JDK cannot sign with the key
     */
    static byte[] request(CertificateSpec spec, KeyPair pair, SecureRandom random) {
        try {
            var wanted = new ExtensionsGenerator();
            wanted.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            wanted.addExtension(Extension.keyUsage, true, keyUsage(spec, pair.getPublic()));
            if (spec.server() || spec.client()) {
                wanted.addExtension(Extension.extendedKeyUsage, false, extended(spec));
            }
            if (!spec.names().isEmpty()) {
                wanted.addExtension(
                        Extension.subjectAlternativeName, false, generalNames(spec.names()));
            }
            return new PKCS10CertificationRequestBuilder(
                            subject(spec.commonName()),
                            SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()))
                    .addAttribute(
                            PKCSObjectIdentifiers.pkcs_9_at_extensionRequest, wanted.generate())
                    .build(signer(pair.getPrivate(), pair.getPublic(), random))
                    .getEncoded();
        } catch (IOException | OperatorCreationException wrong) {
            throw new IllegalStateException("cannot make a certificate request", wrong);
        }
    }

    private static ContentSigner signer(PrivateKey key, PublicKey publicKey, SecureRandom random)
            throws OperatorCreationException {
        var algorithm =
                signatureAlgorithm(publicKey)
                        .orElseThrow(() -> new IllegalStateException("this key cannot sign"));
        var jdk = new JcaContentSignerBuilder(algorithm).setSecureRandom(random);
        return NativeRsa.signing(key).map(jdk::setProvider).orElse(jdk).build(key);
    }

    /**
     * Signature algorithm of a key; empty if the kind of key is unknown, or the key is too slow to
     * use.
     */
    static Optional<String> signatureAlgorithm(PublicKey key) {
        return switch (key) {
            case RSAPublicKey rsa ->
                    RsaBounds.fits(rsa) ? Optional.of("SHA256withRSA") : Optional.empty();
            case ECPublicKey ec -> {
                int bits = ec.getParams().getOrder().bitLength();
                yield Optional.of(
                        "SHA%dwithECDSA".formatted(bits <= 256 ? 256 : bits <= 384 ? 384 : 512));
            }
            case EdECPublicKey edwards -> Optional.of(edwards.getParams().getName());
            default -> Optional.empty();
        };
    }

    private static X509v3CertificateBuilder builder(
            Template template, PublicKey issuerKey, SecureRandom random) throws CertIOException {
        var spec = template.spec();
        var subject = subject(spec.commonName());
        var builder =
                new X509v3CertificateBuilder(
                        template.parent().map(X509Encoding::subjectOf).orElse(subject),
                        // 0 is not allowed, and has a chance of one in 2^128
                        new BigInteger(SERIAL_BITS, random).max(BigInteger.ONE),
                        Date.from(template.validity().notBefore()),
                        Date.from(template.validity().notAfter()),
                        subject,
                        SubjectPublicKeyInfo.getInstance(template.publicKey().getEncoded()));
        var constraints =
                spec.ca()
                        ? new BasicConstraints(template.pathLength())
                        : new BasicConstraints(false);
        builder.addExtension(Extension.basicConstraints, true, constraints);
        builder.addExtension(Extension.keyUsage, true, keyUsage(spec, template.publicKey()));
        // a certificate without extended usages may be used by servers and clients
        if (spec.server() || spec.client()) {
            builder.addExtension(Extension.extendedKeyUsage, false, extended(spec));
        }
        builder.addExtension(
                Extension.subjectKeyIdentifier,
                false,
                new SubjectKeyIdentifier(keyId(template.publicKey())));
        builder.addExtension(
                Extension.authorityKeyIdentifier,
                false,
                new AuthorityKeyIdentifier(issuerKeyId(template.parent(), issuerKey)));
        var names = spec.names();
        if (!names.isEmpty()) {
            builder.addExtension(Extension.subjectAlternativeName, false, generalNames(names));
        }
        var kept = template.constraints().flatMap(each -> extension(each, CONSTRAINTS));
        if (kept.isPresent()) {
            builder.addExtension(Extension.nameConstraints, true, kept.get());
        }
        return builder;
    }

    private static X500Name subject(String commonName) {
        return new X500NameBuilder(BCStyle.INSTANCE)
                .addRDN(BCStyle.O, ORGANIZATION)
                .addRDN(BCStyle.CN, commonName)
                .build();
    }

    /** Whether BouncyCastle, which is stricter than the JDK, can read subject and issuer. */
    static boolean readable(X509Certificate certificate) {
        return quietly(() -> subjectOf(certificate)).isPresent()
                && quietly(() -> issuerOf(certificate)).isPresent();
    }

    private static X500Name issuerOf(X509Certificate certificate) {
        return X500Name.getInstance(certificate.getIssuerX500Principal().getEncoded());
    }

    /** The subject with its original bytes, as some programs compare names as bytes. */
    private static X500Name subjectOf(X509Certificate certificate) {
        return X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
    }

    private static KeyUsage keyUsage(CertificateSpec spec, PublicKey key) {
        if (spec.ca()) {
            return new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign);
        }
        var encrypts = spec.encrypts() && key instanceof RSAPublicKey;
        return new KeyUsage(
                encrypts
                        ? KeyUsage.digitalSignature | KeyUsage.keyEncipherment
                        : KeyUsage.digitalSignature);
    }

    private static ExtendedKeyUsage extended(CertificateSpec spec) {
        if (spec.server() && spec.client()) {
            return new ExtendedKeyUsage(
                    new KeyPurposeId[] {
                        KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth
                    });
        }
        return new ExtendedKeyUsage(
                spec.server() ? KeyPurposeId.id_kp_serverAuth : KeyPurposeId.id_kp_clientAuth);
    }

    /** Key identifier: the first 160 bits of SHA-256 over the key's bits (RFC 7093, method 1). */
    private static byte[] keyId(PublicKey key) {
        var bits = SubjectPublicKeyInfo.getInstance(key.getEncoded()).getPublicKeyData();
        return Arrays.copyOf(CertificateHash.sha256(bits.getBytes()), KEY_ID_BYTES);
    }

    private static byte[] issuerKeyId(Optional<X509Certificate> parent, PublicKey issuerKey) {
        return parent.flatMap(X509Encoding::subjectKeyId).orElseGet(() -> keyId(issuerKey));
    }

    /** Subject key identifier; empty without one, or with one that cannot be read. */
    static Optional<byte[]> subjectKeyId(X509Certificate certificate) {
        return extension(certificate, Extension.subjectKeyIdentifier.getId())
                .flatMap(each -> quietly(() -> ASN1OctetString.getInstance(each).getOctets()));
    }

    /** Key identifier of the issuer; empty without one, or with one that cannot be read. */
    static Optional<byte[]> authorityKeyId(X509Certificate certificate) {
        return extension(certificate, Extension.authorityKeyIdentifier.getId())
                .flatMap(
                        each ->
                                quietly(
                                        () ->
                                                AuthorityKeyIdentifier.getInstance(each)
                                                        .getKeyIdentifierOctets()));
    }

    private static Optional<ASN1Primitive> extension(X509Certificate certificate, String id) {
        var value = certificate.getExtensionValue(id);
        return value == null || value.length > LONGEST_EXTENSION
                ? Optional.empty()
                : quietly(
                        () -> primitive(ASN1OctetString.getInstance(primitive(value)).getOctets()));
    }

    private static ASN1Primitive primitive(byte[] der) {
        try {
            return ASN1Primitive.fromByteArray(der);
        } catch (IOException broken) {
            throw new IllegalArgumentException(broken);
        }
    }

    /** The last common name of the subject; empty without one. */
    static Optional<String> commonName(X509Certificate certificate) {
        var names = subjectOf(certificate).getRDNs(BCStyle.CN);
        if (names.length == 0) {
            return Optional.empty();
        }
        return Arrays.stream(names[names.length - 1].getTypesAndValues())
                .filter(each -> each.getType().equals(BCStyle.CN))
                .map(each -> each.getValue())
                .filter(ASN1String.class::isInstance)
                // the bytes may be no text
                .flatMap(each -> quietly(((ASN1String) each)::getString).stream())
                .findFirst();
    }

    private static GeneralNames generalNames(Collection<Host> hosts) {
        return new GeneralNames(
                hosts.stream().map(X509Encoding::generalName).toArray(GeneralName[]::new));
    }

    private static GeneralName generalName(Host host) {
        return host.address()
                ? new GeneralName(GeneralName.iPAddress, new DEROctetString(host.bytes()))
                : new GeneralName(GeneralName.dNSName, host.text());
    }

    /**
     * Whether the name constraints of a CA exclude a name of a certificate.
     *
     * @return why, with the name; empty if all names are allowed
     */
    static Optional<String> excluded(X509Certificate ca, CertificateSpec spec) {
        if (ca.getExtensionValue(CONSTRAINTS) == null) {
            return Optional.empty();
        }
        var constraints =
                extension(ca, CONSTRAINTS)
                        .flatMap(each -> quietly(() -> NameConstraints.getInstance(each)));
        return constraints.isEmpty() ? UNREADABLE : excluded(constraints.get(), spec);
    }

    private static Optional<String> excluded(NameConstraints constraints, CertificateSpec spec) {
        var names = new ArrayList<GeneralName>();
        names.add(new GeneralName(subject(spec.commonName())));
        spec.names().forEach(each -> names.add(generalName(each)));
        try {
            var excluded = subtrees(constraints.getExcludedSubtrees());
            var permitted = subtrees(constraints.getPermittedSubtrees());
            if (excluded.size() + permitted.size() > MOST_CONSTRAINTS) {
                return Optional.of("they are more than %d".formatted(MOST_CONSTRAINTS));
            }
            var validator = new PKIXNameConstraintValidator();
            if (constraints.getPermittedSubtrees() != null) {
                validator.intersectPermittedSubtree(constraints.getPermittedSubtrees());
            }
            excluded.forEach(validator::addExcludedSubtree);
            return names.stream()
                    .filter(each -> refuses(validator, each) || covers(each, excluded))
                    .findFirst()
                    .map(each -> "they exclude %s".formatted(text(each)));
        } catch (RuntimeException broken) {
            // the library may throw anything for bad constraints
            return UNREADABLE;
        }
    }

    private static List<GeneralSubtree> subtrees(GeneralSubtree[] subtrees) {
        return subtrees == null ? List.of() : List.of(subtrees);
    }

    private static boolean refuses(PKIXNameConstraintValidator validator, GeneralName name) {
        try {
            validator.checkPermitted(name);
            validator.checkExcluded(name);
            return false;
        } catch (NameConstraintValidatorException refused) {
            return true;
        }
    }

    /** Whether a wildcard covers a name that is excluded, which the validator does not check. */
    private static boolean covers(GeneralName name, List<GeneralSubtree> excluded) {
        if (name.getTagNo() != GeneralName.dNSName || !text(name).startsWith("*.")) {
            return false;
        }
        var domain = text(name).substring(2);
        return excluded.stream()
                .map(GeneralSubtree::getBase)
                .filter(each -> each.getTagNo() == GeneralName.dNSName)
                .map(each -> text(each).toLowerCase(Locale.ROOT).replaceFirst("^\\.", ""))
                .anyMatch(each -> each.substring(each.indexOf('.') + 1).equals(domain));
    }

    private static String text(GeneralName name) {
        return name.getName() instanceof ASN1OctetString bytes
                ? address(bytes.getOctets())
                : name.getName().toString();
    }

    private static String address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes).getHostAddress();
        } catch (UnknownHostException none) {
            return "an address";
        }
    }

    /** Converts a key from PKCS#1 to PKCS#8. */
    static byte[] fromPkcs1(byte[] der) {
        return pkcs8(
                new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE),
                RSAPrivateKey.getInstance(primitive(der)));
    }

    /** Converts a key from SEC1, which must name its curve, to PKCS#8. */
    static byte[] fromSec1(byte[] der) {
        var key = ECPrivateKey.getInstance(primitive(der));
        return pkcs8(
                new AlgorithmIdentifier(
                        X9ObjectIdentifiers.id_ecPublicKey, key.getParametersObject()),
                key);
    }

    private static byte[] pkcs8(AlgorithmIdentifier algorithm, ASN1Encodable key) {
        try {
            return new PrivateKeyInfo(algorithm, key).getEncoded();
        } catch (IOException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }

    /** The result of reading; empty if reading throws an exception, as for bad bytes. */
    private static <T> Optional<T> quietly(Supplier<T> reading) {
        try {
            return Optional.ofNullable(reading.get());
        } catch (RuntimeException broken) {
            return Optional.empty();
        }
    }
}
