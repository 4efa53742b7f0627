package dev.dragoman.sandbox.azure;

import dev.dragoman.azure.catalog.Catalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * How a sandbox starts.
 *
 * @param catalog the types it knows
 * @param clients applications of its tenant
 * @param armPort port of Resource Manager, 0 for a free one
 * @param authorityPort port of Entra, 0 for a free one
 * @param controlPort port of the control API (plain HTTP, this machine only), 0 for a free one
 * @param state directory for the certificate authority's public files; null for a temporary one
 * @param unregistered resource providers for which the subscription is not registered yet
 * @param strictBodies refuse nested properties that the api-version does not have. Most providers
 *     drop them in silence, which hides a client's mistake
 * @param publicNames answer as public Azure's hosts, not as localhost
 */
public record Options(
        Catalog catalog,
        String subscriptionId,
        String tenantId,
        List<Client> clients,
        int armPort,
        int authorityPort,
        int controlPort,
        Path state,
        Set<String> unregistered,
        boolean strictBodies,
        boolean publicNames) {
    /** Copies what could change. */
    public Options {
        clients = List.copyOf(clients);
        unregistered = Set.copyOf(unregistered);
    }

    /** Random ids, free ports, no clients. */
    public static Options of(Catalog catalog) {
        return new Options(
                catalog,
                UUID.randomUUID().toString(),
                UUID.randomUUID().toString(),
                List.of(),
                0,
                0,
                0,
                null,
                Set.of(),
                true,
                false);
    }

    /** With fixed ids. */
    public Options ids(String subscription, String tenant) {
        return new Options(
                catalog,
                subscription,
                tenant,
                clients,
                armPort,
                authorityPort,
                controlPort,
                state,
                unregistered,
                strictBodies,
                publicNames);
    }

    /** With one client more. */
    public Options client(Client client) {
        var all = new ArrayList<>(clients);
        all.add(client);
        return new Options(
                catalog,
                subscriptionId,
                tenantId,
                all,
                armPort,
                authorityPort,
                controlPort,
                state,
                unregistered,
                strictBodies,
                publicNames);
    }

    /** With fixed ports. */
    public Options ports(int arm, int authority, int control) {
        return new Options(
                catalog,
                subscriptionId,
                tenantId,
                clients,
                arm,
                authority,
                control,
                state,
                unregistered,
                strictBodies,
                publicNames);
    }

    /** With a directory that outlives the sandbox. */
    public Options state(Path directory) {
        return new Options(
                catalog,
                subscriptionId,
                tenantId,
                clients,
                armPort,
                authorityPort,
                controlPort,
                directory,
                unregistered,
                strictBodies,
                publicNames);
    }

    /** With providers that must be registered first. */
    public Options unregistered(String... namespaces) {
        return new Options(
                catalog,
                subscriptionId,
                tenantId,
                clients,
                armPort,
                authorityPort,
                controlPort,
                state,
                Set.of(namespaces),
                strictBodies,
                publicNames);
    }

    /** With unknown nested properties dropped, as most providers do. */
    public Options lenientBodies() {
        return new Options(
                catalog,
                subscriptionId,
                tenantId,
                clients,
                armPort,
                authorityPort,
                controlPort,
                state,
                unregistered,
                false,
                publicNames);
    }

    /**
     * Under the names of public Azure, on port 443: in what it answers, and in what tokens are for.
     * For clients that cannot be told other addresses; something else leads those names here, such as
     * a proxy or a hosts file. The certificate has the names in any case.
     */
    public Options underPublicNames() {
        return new Options(
                catalog,
                subscriptionId,
                tenantId,
                clients,
                armPort,
                authorityPort,
                controlPort,
                state,
                unregistered,
                strictBodies,
                true);
    }
}
