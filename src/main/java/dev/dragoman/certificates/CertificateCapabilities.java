package dev.dragoman.certificates;

import dev.dragoman.capability.ConfiguredCapabilities;
import dev.dragoman.capability.Platform;
import dev.dragoman.capability.Sample;
import dev.dragoman.certificates.decision.CertificateNames;
import dev.dragoman.certificates.decision.CertificateObject;
import dev.dragoman.kube.HashKey;
import dev.dragoman.kube.object.Fields;
import dev.dragoman.kube.object.Json;
import dev.dragoman.kube.object.Seal;
import dev.dragoman.reconcile.ObjectKey;
import dev.dragoman.reconcile.cache.ObjectCache;
import dev.dragoman.reconcile.turn.CpuTurns;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Installs the capability that issues certificates of discovery services.
 *
 * @param operatorNamespace namespace of the Secret with the operator's key
 */
record CertificateCapabilities(CertificateSettings settings, String operatorNamespace)
        implements ConfiguredCapabilities {
    /** Name of the index of certificates by the Secret of the CA that their spec names. */
    private static final String BY_CA = "certificates-by-ca";

    @Override
    public Map<String, String> placeholders() {
        return Map.of("discovery.enabled", Boolean.toString(settings.enabled()));
    }

    @Override
    public Installed install(Platform platform) {
        if (settings.enabled()) {
            platform.engine().index(BY_CA, CertificateCapabilities::ca);
        }
        var cache = platform.engine().cache();
        var writers = platform.writers();
        var key = new HashKey(platform.client(), operatorNamespace);
        return new Installed(
                List.of(
                        new DiscoveryCertificates(
                                writers.reader(),
                                each -> signed(cache, each),
                                settings.pace(),
                                platform.clock(),
                                platform.points(),
                                new Seal(key::get),
                                platform.status(CertificateNames.MANAGER + "-status"))),
                Map.of(
                        CertificateProvider.STEPS,
                        new CertificateSteps(
                                writers.reader(),
                                writers.metadata(),
                                CpuTurns.ofThisMachine("keys"),
                                platform.clock())),
                () -> {});
    }

    private static Optional<String> ca(Map<String, Object> object) {
        return CertificateNames.KIND.equals(object.get("kind"))
                        && CertificateNames.GROUP.equals(
                                Fields.group(String.valueOf(object.get("apiVersion"))))
                ? new CertificateObject(object).ca().map(CertificateObject.CaSecret::toString)
                : Optional.empty();
    }

    private static Map<ObjectKey, Map<String, Object>> signed(
            ObjectCache cache, CertificateObject.CaSecret ca) {
        var found = new LinkedHashMap<ObjectKey, Map<String, Object>>();
        for (var key : cache.byIndex(BY_CA, ca.toString())) {
            cache.get(key).ifPresent(object -> found.put(key, object));
        }
        return found;
    }

    @Override
    public List<Map<String, Object>> samples(String texts) {
        return List.of(
                Sample.of(
                        CertificateNames.API_VERSION,
                        CertificateNames.KIND,
                        Json.literal(
                                """
                                {"commonName": "sample.example.com", "validFor": 3600, "server": true,
                                 "signer": {"selfSigned": {}}, "secretRef": {"name": "sample"}}""")));
    }
}
