package dev.dragoman.faults;

import dev.dragoman.sandbox.faults.Faults;
import dev.dragoman.sandbox.faults.Faults.Seen;
import dev.dragoman.sandbox.faults.Passing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What one run did, as the proxies saw it. Names of the run are masked, so that runs can be
 * compared.
 *
 * @param writes in their order
 * @param watches how many events of the run each watch brought
 * @param created objects that came into being, by path, Events and tokens apart
 * @param sent PUTs and DELETEs that Azure carried out, and all but reads that Key Vaults did
 */
record Trace(
        List<Write> writes,
        Map<String, Integer> watches,
        Map<String, Integer> created,
        Map<String, Integer> sent) {
    /**
     * A write among those of the same label.
     *
     * @param nth 1 for the first
     */
    record Write(Passing.Target target, String label, int nth) {
        boolean is(Passing request, String run) {
            return counts(request)
                    && request.mentions(run)
                    && request.target() == target
                    && Trace.label(request, run).equals(label);
        }

        boolean azurePut() {
            return target == Passing.Target.ARM && label.startsWith("PUT ");
        }

        /** Whether something comes into being in Azure, or in a Key Vault. */
        boolean makes() {
            return azurePut() || vaultPut();
        }

        boolean azureDelete() {
            return target == Passing.Target.ARM && label.startsWith("DELETE ");
        }

        /** Whether it is a request to a Key Vault, a read among them. */
        boolean ofVault() {
            return target == Passing.Target.VAULT;
        }

        boolean vaultRead() {
            return ofVault() && label.startsWith("GET ");
        }

        boolean vaultPut() {
            return ofVault() && label.startsWith("PUT ");
        }

        boolean token() {
            return label.endsWith("/token");
        }

        @Override
        public String toString() {
            return label + (nth > 1 ? " #" + nth : "");
        }
    }

    /** Also requests for tokens of Entra, and all to Key Vaults, though reads change nothing. */
    private static boolean counts(Passing request) {
        return request.write()
                || request.target() == Passing.Target.VAULT
                || (request.target() == Passing.Target.ENTRA && "POST".equals(request.method()));
    }

    static Trace of(Faults faults, String run) {
        var writes = new ArrayList<Write>();
        var counts = new HashMap<String, Integer>();
        var created = new TreeMap<String, Integer>();
        var sent = new TreeMap<String, Integer>();
        for (var seen : faults.seen()) {
            var request = seen.request();
            if (!counts(request) || !request.mentions(run)) {
                continue;
            }
            var label = label(request, run);
            writes.add(new Write(request.target(), label, counts.merge(label, 1, Integer::sum)));
            if (seen.applied()) {
                count(seen, label, created, sent);
            }
        }
        var watches = new LinkedHashMap<String, Integer>();
        for (var event : faults.events()) {
            if (event.json().contains(run)) {
                watches.merge(watch(event.watch(), run), 1, Integer::sum);
            }
        }
        return new Trace(writes, watches, created, sent);
    }

    /**
     * What Azure has been sent, up to this write, without the status saying so yet.
     *
     * @param prevented whether the write itself was not carried out
     */
    Set<String> unrecorded(Write until, boolean prevented) {
        var open = new HashSet<String>();
        for (var write : writes) {
            boolean last = write.equals(until);
            if (write.azurePut() || write.azureDelete()) {
                open.add(write.label());
            } else if (write.label().endsWith("/status") && !(last && prevented)) {
                var label = write.label().toLowerCase(Locale.ROOT);
                open.removeIf(sent -> label.contains("/" + type(sent) + "/"));
            }
            if (last) {
                break;
            }
        }
        return open;
    }

    /** Of an ARM id the part before the name, which is what most kinds are called in the plural. */
    private static String type(String sent) {
        var parts = sent.split("/", -1);
        return parts[parts.length - 2].toLowerCase(Locale.ROOT);
    }

    private static void count(
            Seen seen, String label, Map<String, Integer> created, Map<String, Integer> sent) {
        if (seen.request().target() == Passing.Target.ARM) {
            // a POST asks, and 204 says that what is to be deleted was gone before
            if (!"POST".equals(seen.request().method()) && seen.status() != 204) {
                sent.merge(label, 1, Integer::sum);
            }
            return;
        }
        if (seen.request().target() == Passing.Target.VAULT) {
            if (seen.request().write()) {
                sent.merge(label, 1, Integer::sum);
            }
            return;
        }
        if (seen.request().target() == Passing.Target.ENTRA) {
            return;
        }
        boolean lasts = !label.endsWith("/events") && !label.endsWith("/token");
        if (seen.status() == 201 && lasts) {
            created.merge(label, 1, Integer::sum);
        } else if ("DELETE".equals(seen.request().method())) {
            created.merge(label, 1, Integer::sum);
        }
    }

    private static String label(Passing request, String run) {
        // Microsoft's client ends the path of a read in a slash, as it names no version
        var path =
                request.target() == Passing.Target.VAULT
                        ? request.host() + request.pathOnly().replaceFirst("/$", "")
                        : request.pathOnly();
        return request.method() + " " + EndState.masked(path, run);
    }

    /** The path of a watch and what it selects. */
    static String watch(Passing watch, String run) {
        var selectors = new ArrayList<String>();
        for (var part : watch.path().replaceFirst("[^?]*\\??", "").split("&", -1)) {
            if (part.startsWith("fieldSelector") || part.startsWith("labelSelector")) {
                selectors.add(part);
            }
        }
        return EndState.masked(watch.pathOnly() + " " + String.join("&", selectors), run).strip();
    }
}
