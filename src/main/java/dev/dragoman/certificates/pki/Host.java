package dev.dragoman.certificates.pki;

import java.net.IDN;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A DNS name or address of a certificate, in canonical form: DNS names in small letters, addresses
 * as the JDK writes them. Immutable.
 *
 * @param text DNS name or address
 * @param address whether it is an IP address
 */
record Host(String text, boolean address) {
    private static final int LONGEST_NAME = 253;
    private static final int LONGEST_LABEL = 63;
    private static final String WILDCARD = "*.";
    private static final Pattern IPV4 = Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+");
    private static final Pattern BYTE = Pattern.compile("0|[1-9]\\d{0,2}");
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    /**
     * Parses a host of a spec or of a certificate.
     *
     * @throws IllegalArgumentException when the text is neither; the message says what to write
     */
    static Host parse(String written) {
        if (written.isEmpty()) {
            throw new IllegalArgumentException("is empty; write a DNS name or an IP address");
        }
        if (written.length() > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "has %d characters; a DNS name has at most %d"
                            .formatted(written.length(), LONGEST_NAME));
        }
        if (written.indexOf(':') >= 0) {
            return new Host(ipv6(written), true);
        }
        return IPV4.matcher(written).matches()
                ? new Host(ipv4(written), true)
                : new Host(name(written), false);
    }

    /** The four or sixteen bytes of the address; only if {@link #address} is true. */
    byte[] bytes() {
        return InetAddress.ofLiteral(text).getAddress();
    }

    private static String ipv6(String written) {
        if (written.startsWith("[") && written.endsWith("]")) {
            throw new IllegalArgumentException(
                    "'%s' has brackets; write the address without them".formatted(written));
        }
        if (written.indexOf('%') >= 0) {
            throw new IllegalArgumentException(
                    "'%s' has a zone; write the address without it".formatted(written));
        }
        try {
            return Inet6Address.ofLiteral(written).getHostAddress();
        } catch (IllegalArgumentException none) {
            throw new IllegalArgumentException(
                    "'%s' is no IPv6 address; write DNS names without scheme and port"
                            .formatted(written),
                    none);
        }
    }

    private static String ipv4(String written) {
        for (var part : written.split("\\.", -1)) {
            if (!BYTE.matcher(part).matches() || Integer.parseInt(part) > 255) {
                throw new IllegalArgumentException(
                        "'%s' is no IPv4 address: '%s' must be a number from 0 to 255 without leading zeros"
                                .formatted(written, part));
            }
        }
        return written;
    }

    private static String name(String written) {
        if (!written.chars().allMatch(each -> each < 128)) {
            throw new IllegalArgumentException(notAscii(written));
        }
        if (written.endsWith(".")) {
            throw new IllegalArgumentException(
                    "'%s' ends with a dot; remove the dot".formatted(written));
        }
        var name = written.toLowerCase(Locale.ROOT);
        var labels = (name.startsWith(WILDCARD) ? name.substring(2) : name).split("\\.", -1);
        for (var label : labels) {
            check(written, label);
        }
        if (NUMBER.matcher(labels[labels.length - 1]).matches()) {
            throw new IllegalArgumentException(
                    "'%s' ends with a number, as addresses do, and is no IPv4 address"
                            .formatted(written));
        }
        return name;
    }

    private static void check(String written, String label) {
        if (label.indexOf('*') >= 0) {
            throw new IllegalArgumentException(
                    "'%s': a '*' must be the whole first label, as in *.example.com"
                            .formatted(written));
        }
        if (label.length() > LONGEST_LABEL) {
            throw new IllegalArgumentException(
                    "'%s' has a label of %d characters; at most %d are allowed"
                            .formatted(written, label.length(), LONGEST_LABEL));
        }
        if (!LABEL.matcher(label).matches()) {
            throw new IllegalArgumentException(
                    "'%s': a label of a DNS name has only letters, digits and '-', and no '-' at its ends"
                            .formatted(written));
        }
    }

    /**
     * The message for a name that is not ASCII. It proposes A-labels only if they convert back to
     * the same name: the JDK has only IDNA 2003, which replaces some letters.
     */
    private static String notAscii(String written) {
        var advice = "'%s' has letters outside of ASCII; write its A-labels".formatted(written);
        try {
            var labels = IDN.toASCII(written);
            return IDN.toUnicode(labels).equals(written.toLowerCase(Locale.ROOT))
                    ? advice + ": " + labels
                    : advice + ", which begin with xn--";
        } catch (IllegalArgumentException none) {
            return advice + ", which begin with xn--";
        }
    }
}
