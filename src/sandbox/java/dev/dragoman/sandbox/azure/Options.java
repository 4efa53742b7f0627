package dev.dragoman.sandbox.azure;

import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.entra.Client;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * How to start a local Azure.
 *
 * @param catalog the resource types
 * @param clients applications of the tenant
 * @param armPort port of Resource Manager, 0 for a free one
 * @param authorityPort port of Entra, 0 for a free one
 * @param controlPort port of the control API (plain HTTP, this machine only), 0 for a free one
 * @param state directory for the certificate authority's public files; null for a temporary one
 * @param unregistered resource providers for which the subscription is not registered yet
 * @param publicNames whether answers and tokens have the host names of public Azure instead of
 *     localhost
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
        boolean publicNames) {
    public Options {
        clients = List.copyOf(clients);
        unregistered = Set.copyOf(unregistered);
    }

    /** Options with random ids, free ports and no clients. */
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
                false);
    }

    /** Sets subscription and tenant id. */
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
                publicNames);
    }

    /** Adds a client. */
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
                publicNames);
    }

    /** Sets the ports. */
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
                publicNames);
    }

    /** Sets a directory for the CA's files, which is kept when the sandbox is closed. */
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
                publicNames);
    }

    /** Sets the providers that must be registered before their types can be used. */
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
                publicNames);
    }

    /**
     * Uses the host names of public Azure, on port 443, in answers and as audiences of tokens. This
     * is for clients whose addresses cannot be set: a proxy, such as {@link
     * AzureSandbox#vaultProxy}, or a hosts file must direct those names to the sandbox. The
     * sandbox's certificate is always valid for these names.
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
                true);
    }
}
