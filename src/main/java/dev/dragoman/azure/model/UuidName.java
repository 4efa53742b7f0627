package dev.dragoman.azure.model;

import dev.dragoman.azure.catalog.AzureKind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Names of resources whose names must be UUIDs, such as role assignments. They are the same as in
 * Azure Service Operator, so that an object stands for the same resource under both operators.
 */
public final class UuidName {
    /** Namespace in which Azure Service Operator makes UUIDs of version 5 (RFC 9562). */
    private static final UUID NAMESPACE = UUID.fromString("9a329043-7ad7-4b1c-812f-9c7a93d6392a");

    private UuidName() {}

    /**
     * The name of an object's resource. That is the object's own name if it is a UUID. With {@code
     * operatorSpec.namingConvention: random} it is the object's uid, so a recreated object gets
     * another name. Otherwise it is a UUID made from kind, namespace, name and owner.
     *
     * @param version CRD version name that the user applied: names in versions {@code v1api...} do
     *     not depend on an owner that is given by ARM id
     */
    public static String of(AzureKind kind, String version, Map<String, Object> object) {
        Map<String, Object> metadata = Values.object(object.get("metadata"));
        Map<String, Object> spec = Values.object(object.get("spec"));
        String name = Values.text(metadata.get("name")).orElse("");
        if (isUuid(name)) {
            return name;
        }
        boolean random =
                Values.text(Values.at(spec, "operatorSpec", "namingConvention"))
                        .filter("random"::equalsIgnoreCase)
                        .isPresent();
        if (random) {
            return Values.text(metadata.get("uid")).orElse("");
        }
        String namespace = Values.text(metadata.get("namespace")).orElse("");
        Optional<String> owner =
                Owner.of(kind, spec).map(found -> prefix(found, version, namespace) + ":");
        String unique =
                owner.orElse("")
                        + "%s/%s:%s/%s".formatted(kind.kind(), kind.group(), namespace, name);
        return version5(unique).toString();
    }

    private static String prefix(Owner owner, String version, String namespace) {
        return owner.byArmId() && !version.startsWith("v1api")
                ? owner.armId()
                : "%s/%s:%s/%s".formatted(owner.group(), owner.kind(), namespace, owner.name());
    }

    /** UUID of version 5, RFC 9562 section 5.5; Java has only version 3. */
    private static UUID version5(String name) {
        try {
            var sha1 = MessageDigest.getInstance("SHA-1");
            sha1.update(
                    ByteBuffer.allocate(2 * Long.BYTES)
                            .putLong(NAMESPACE.getMostSignificantBits())
                            .putLong(NAMESPACE.getLeastSignificantBits())
                            .array());
            var hash = ByteBuffer.wrap(sha1.digest(name.getBytes(StandardCharsets.UTF_8)));
            long high = (hash.getLong() & ~0xF000L) | 0x5000L;
            long low = (hash.getLong() & 0x3FFF_FFFF_FFFF_FFFFL) | Long.MIN_VALUE;
            return new UUID(high, low);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }

    private static boolean isUuid(String text) {
        return text.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    }
}
