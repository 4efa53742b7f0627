package dev.dragoman.camel.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Calls from route to route. Camel finds out that nobody is there when the first message arrives.
 */
final class DirectCalls {
    private static final String SCHEME = "direct";

    private DirectCalls() {}

    /** Over everything that will run: what is built in and not replaced, and the overlays. */
    static List<Diagnostic> check(List<YamlFile> builtIn, List<YamlFile> overlays) {
        var all = new ArrayList<>(builtIn);
        all.addAll(overlays);
        var consumed = new HashSet<String>();
        var called = new ArrayList<Address>();
        for (var file : all) {
            for (var address : Address.of(file)) {
                if (address.hasScheme(SCHEME)) {
                    switch (address.use()) {
                        case CONSUMES -> consumed.add(address.name());
                        case SENDS -> called.add(address);
                        // it waits for whoever sends, which is not a call
                        case POLLS -> {}
                    }
                }
            }
        }
        if (consumed.stream().anyMatch(Address::isComputed)) {
            return List.of();
        }
        return called.stream()
                .filter(a -> !Address.isComputed(a.name()) && !consumed.contains(a.name()))
                .map(a -> a.problem("no route begins with direct:" + a.name()))
                .toList();
    }
}
