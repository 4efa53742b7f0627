package dev.dragoman.azure.model;

import java.util.List;

/** Values from Secrets, for tests of other packages. */
public final class SecretValuesFixture {
    private SecretValuesFixture() {}

    /** These values. */
    public static SecretValues of(String... values) {
        return new SecretValues(List.of(values));
    }
}
