package dev.dragoman.agents.decision.egress;

import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A CIDR of a NetworkPolicy. Refuses spellings that programs read differently (KEP-4858): leading
 * zeros, bits behind the prefix, IPv4 within IPv6, zones. Comparable, because hash tables of
 * comparable keys stay fast when many keys have the same hash. Immutable.
 *
 * @param six whether the block is IPv6
 * @param first the first address of the block
 * @param bits length of the prefix
 */
public record Block(boolean six, BigInteger first, int bits) implements Comparable<Block> {
    private static final Comparator<Block> ORDER =
            Comparator.comparing(Block::six)
                    .thenComparing(Block::first)
                    .thenComparingInt(each -> each.bits());

    /** Maximum length of a text to parse; no CIDR without a zone is that long. */
    private static final int LONGEST = 100;

    private static final Pattern FOUR =
            Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");
    private static final Pattern SIX = Pattern.compile("[0-9a-fA-F:]*:[0-9a-fA-F:.]*");
    private static final Pattern BITS = Pattern.compile("0|[1-9]\\d{0,2}");

    /**
     * Reads an address or a CIDR.
     *
     * @throws IllegalArgumentException if the text is neither; the message says what is wrong and
     *     what to write, but does not repeat the text
     */
    public static Block parse(String text) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException("no IP address");
        }
        int slash = text.indexOf('/');
        var address = slash < 0 ? text : text.substring(0, slash);
        if (address.contains("%")) {
            throw new IllegalArgumentException(
                    "an address with a zone is valid on one machine only; remove the zone");
        }
        boolean six = address.contains(":");
        if (!(six ? SIX : FOUR).matcher(address).matches()) {
            throw new IllegalArgumentException(
                    six || !address.matches("[0-9.]+")
                            ? "no IP address"
                            : "no IPv4 address; write four numbers without leading zeros, such as 10.0.0.1");
        }
        int all = six ? 128 : 32;
        int bits = slash < 0 ? all : bits(text.substring(slash + 1), all);
        var first = new BigInteger(1, bytes(address, six));
        var block = new Block(six, first, bits);
        if (!block.network().equals(first)) {
            throw new IllegalArgumentException(
                    "the address has bits of a host behind the prefix; write %s for the network, or the address without a prefix"
                            .formatted(new Block(six, block.network(), bits).text()));
        }
        return block;
    }

    private static byte[] bytes(String address, boolean six) {
        InetAddress parsed;
        try {
            parsed = InetAddress.ofLiteral(address);
        } catch (IllegalArgumentException none) {
            throw new IllegalArgumentException("no IP address", none);
        }
        if (six && (parsed instanceof Inet4Address || address.contains("."))) {
            throw new IllegalArgumentException("IPv4 within IPv6 is ambiguous; write it as IPv4");
        }
        return parsed.getAddress();
    }

    private static int bits(String text, int all) {
        if (!BITS.matcher(text).matches() || Integer.parseInt(text) > all) {
            throw new IllegalArgumentException(
                    "'/%s' is no length of a prefix; write one number from 0 to %d"
                            .formatted(text, all));
        }
        return Integer.parseInt(text);
    }

    /** Whether the block is a single address. */
    boolean single() {
        return bits == all();
    }

    private int all() {
        return six ? 128 : 32;
    }

    private BigInteger network() {
        int host = all() - bits;
        return first.shiftRight(host).shiftLeft(host);
    }

    /** The last address. */
    BigInteger last() {
        return network().add(BigInteger.ONE.shiftLeft(all() - bits)).subtract(BigInteger.ONE);
    }

    /** Whether the other block lies within this one. */
    public boolean contains(Block other) {
        return six == other.six && bits <= other.bits && overlaps(other);
    }

    /** Whether the blocks have an address in common. */
    public boolean overlaps(Block other) {
        // two blocks overlap if they agree in the bits of the shorter prefix
        int common = Math.min(bits, other.bits);
        return six == other.six && first.xor(other.first).bitLength() <= all() - common;
    }

    @Override
    public int compareTo(Block other) {
        return ORDER.compare(this, other);
    }

    /** The canonical CIDR; for IPv6 as in RFC 5952. */
    public String text() {
        return address() + "/" + bits;
    }

    private String address() {
        var bytes = new byte[all() / 8];
        var some = first.toByteArray();
        for (int i = 0; i < Math.min(some.length, bytes.length); i++) {
            bytes[bytes.length - 1 - i] = some[some.length - 1 - i];
        }
        if (!six) {
            return "%d.%d.%d.%d"
                    .formatted(bytes[0] & 0xff, bytes[1] & 0xff, bytes[2] & 0xff, bytes[3] & 0xff);
        }
        var groups = new ArrayList<String>();
        for (int i = 0; i < bytes.length; i += 2) {
            groups.add(
                    Integer.toHexString(
                            HexFormat.fromHexDigits(HexFormat.of().formatHex(bytes, i, i + 2))));
        }
        return compressed(groups);
    }

    /**
     * Replaces the longest run of zero groups by {@code ::}, the first of several equally long
     * runs. Keeps a single zero group.
     */
    private static String compressed(ArrayList<String> groups) {
        int from = -1;
        int most = 1;
        for (int i = 0; i < groups.size(); i++) {
            int end = i;
            while (end < groups.size() && "0".equals(groups.get(end))) {
                end++;
            }
            if (end - i > most) {
                most = end - i;
                from = i;
            }
        }
        if (from < 0) {
            return String.join(":", groups);
        }
        return String.join(":", groups.subList(0, from))
                + "::"
                + String.join(":", groups.subList(from + most, groups.size()));
    }
}
