package dev.dragoman.camel.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Checks that a route exists for each call of {@code direct:}. Camel notices a missing route only
 * when the first message arrives.
 */
final class DirectCalls {
    private static final String SCHEME = "direct";

    private DirectCalls() {}

    /** Checks all files that will run. */
    static List<Diagnostic> check(List<YamlFile> all) {
        var consumed = new HashSet<String>();
        var called = new ArrayList<EndpointAddress>();
        for (var file : all) {
            for (var address : EndpointAddress.of(file)) {
                if (address.hasScheme(SCHEME)) {
                    switch (address.use()) {
                        case CONSUMES -> consumed.add(address.name());
                        case SENDS -> called.add(address);
                        // a poll receives messages, so no route need begin with the address
                        case POLLS -> {}
                    }
                }
            }
        }
        if (consumed.stream().anyMatch(EndpointAddress::isComputed)) {
            return List.of();
        }
        return called.stream()
                .filter(a -> !EndpointAddress.isComputed(a.name()) && !consumed.contains(a.name()))
                .map(a -> a.problem("no route begins with direct:" + a.name()))
                .toList();
    }
}
