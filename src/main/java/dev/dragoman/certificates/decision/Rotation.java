package dev.dragoman.certificates.decision;

import dev.dragoman.capability.Ending;
import dev.dragoman.capability.status.Note;
import dev.dragoman.certificates.decision.CertificateStep.Move;
import dev.dragoman.certificates.pki.Finding.Reason;
import dev.dragoman.certificates.pki.PemFiles;
import dev.dragoman.certificates.pki.TlsSecret;
import dev.dragoman.certificates.pki.Validity;
import dev.dragoman.kube.object.Fields;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides how a root CA is replaced: first the next CA is trusted, then it signs, then the former
 * CA is no longer trusted. The Secret holds the state and is written once for each phase, so that
 * each later reconciliation continues from it. Pure.
 */
final class Rotation {
    /**
     * Reasons for which nobody trusts the present CA any more, so the next CA signs without a wait.
     */
    private static final Set<Reason> DEAD =
            EnumSet.of(Reason.NOT_SIGNED, Reason.EXPIRED, Reason.NOT_YET_VALID);

    private Rotation() {}

    static dev.dragoman.capability.Step next(CertificateFacts facts) {
        var own = facts.secret();
        var reasons = facts.reasons();
        // a CA with a lost key is not dead: the certificates that it has signed stay valid
        boolean dead =
                own.certificate().isEmpty()
                        || own.swapped()
                        || reasons.stream().anyMatch(each -> DEAD.contains(each.reason()));
        var next = usable(facts);
        if (!reasons.isEmpty() && next.isPresent()) {
            return dead
                    ? replaced(
                            facts, "the former CA cannot be used: " + reasons.getFirst().message())
                    : trusting(facts, next.get());
        }
        if (!reasons.isEmpty()) {
            return new CertificateStep.Issue(reasons, !dead, own.certificate().isPresent());
        }
        var after = kept(facts);
        if (Leaves.same(after, own)) {
            return ending(facts, List.of());
        }
        var dropped = own.trusted().size() - after.trusted().size();
        return dropped > 0 && !own.hasNext()
                ? Leaves.write(
                        facts,
                        Move.DROPPED,
                        "the former CA is no longer trusted, because the last certificate that it signed has ended",
                        after)
                : Leaves.write(facts, Move.KEPT, "", after);
    }

    /** The next CA; empty if there is none, or it is not as the spec asks. */
    private static Optional<X509Certificate> usable(CertificateFacts facts) {
        return facts.secret()
                .next()
                .map(facts.secret()::with)
                .map(each -> each.annotated(CertificateNames.HASH, each.hash()))
                .map(each -> each.annotated(CertificateNames.TAKEN_OVER, ""))
                .filter(each -> facts.findings(each).isEmpty())
                .flatMap(OwnSecret::certificate);
    }

    /**
     * Waits until all certificates below this CA trust the next CA, but no longer than to a
     * deadline. Then the next CA signs.
     */
    private static dev.dragoman.capability.Step trusting(
            CertificateFacts facts, X509Certificate next) {
        var own = facts.secret();
        var wanted =
                Leaves.sealed(
                        facts,
                        bundled(
                                since(Leaves.marked(facts, own), facts.now()),
                                Optional.of(next),
                                facts.former(),
                                facts.now()));
        if (!Leaves.same(wanted, own)) {
            return Leaves.write(facts, Move.KEPT, "", wanted);
        }
        var bundle = own.trustHash();
        var deadline = deadline(facts);
        var lacking = lacking(facts, bundle);
        if (!lacking.isEmpty()) {
            var trusting =
                    new Phase(Phase.TRUSTING, own.since(), Optional.of(deadline), bundle, lacking);
            return facts.now().isBefore(deadline)
                    ? State.settled(facts, Optional.of(trusting), List.of(), deadline)
                    : replaced(
                            facts,
                            "the wait for %s is over; they may not trust the new CA yet"
                                    .formatted(String.join(", ", lacking)));
        }
        var since =
                Phase.shown(facts.certificate().status())
                        .filter(each -> each.name().equals(Phase.PROPAGATING))
                        .filter(each -> each.bundle().equals(bundle))
                        .flatMap(Phase::since)
                        // ignored if in the future, as after a clock was set back
                        .filter(each -> !each.isAfter(facts.now()))
                        .orElse(facts.now());
        var end = earlier(since.plus(facts.pace().propagation()), deadline);
        var phase = Phase.of(Phase.PROPAGATING, Optional.of(since), Optional.of(end), bundle);
        return facts.now().isBefore(end)
                ? State.settled(facts, Optional.of(phase), List.of(), end)
                : replaced(facts, "all trust the new CA");
    }

    /**
     * The Secret with the time when the rotation began. Sets the time again if somebody removed it,
     * or if it is in the future because of a wrong clock: such a time would move the deadline.
     */
    private static OwnSecret since(OwnSecret own, Instant now) {
        return own.since().filter(each -> !each.isAfter(now)).isPresent()
                ? own
                : own.annotated(CertificateNames.SINCE, now.toString());
    }

    private static List<String> lacking(CertificateFacts facts, String bundle) {
        var lacking = new ArrayList<String>();
        facts.followers().stream()
                .filter(each -> each.lacks(bundle))
                .map(Follower::name)
                .sorted()
                .forEach(lacking::add);
        var consumers = Fields.map(facts.certificate().object(), "metadata", "annotations");
        if (consumers.containsKey(CertificateNames.CONSUMERS)
                && !bundle.equals(consumers.get(CertificateNames.CONSUMERS))) {
            lacking.add("consumers");
        }
        return lacking;
    }

    /**
     * When the wait for trust ends: after {@link Pace#trustWait}, but early enough to leave half of
     * the present CA's remaining life for new certificates.
     */
    private static Instant deadline(CertificateFacts facts) {
        var since = facts.secret().since().orElse(facts.now());
        var most = since.plus(facts.pace().trustWait());
        return facts.secret()
                .certificate()
                .map(Validity::of)
                .map(Validity::notAfter)
                .filter(since::isBefore)
                .map(end -> earlier(most, since.plus(Duration.between(since, end).dividedBy(2))))
                .orElse(most);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /** The step whose write makes the next CA sign. */
    private static CertificateStep.Apply replaced(CertificateFacts facts, String why) {
        var own = facts.secret();
        var next = own.next().orElseThrow();
        var former = new LinkedHashMap<>(facts.former());
        own.certificate()
                .ifPresent(each -> former.put(OwnSecret.id(each), neededUntil(facts, each)));
        var after = signing(facts, next);
        return Leaves.write(
                facts,
                Move.REPLACED,
                why,
                Leaves.marked(facts, bundled(after, Optional.empty(), former, facts.now())));
    }

    /**
     * Until when a former CA is trusted: to the end of its last certificate, and not beyond its own
     * end. The CA is trusted at least for the propagation time, as it may have just signed a
     * certificate that is replaced at once. A second is added, as the last second of a certificate
     * is still valid (RFC 5280, 4.1.2.5).
     */
    private static Instant neededUntil(CertificateFacts facts, X509Certificate former) {
        var id = OwnSecret.id(former);
        var least = facts.now().plus(facts.pace().propagation());
        var last =
                facts.followers().stream()
                        .filter(each -> each.mayBeOf(id))
                        .map(Follower::ends)
                        .filter(least::isBefore)
                        .max(Instant::compareTo)
                        .orElse(least);
        return earlier(last, Validity.of(former).notAfter()).plusSeconds(1);
    }

    /** The Secret with this certificate and key as those that sign. */
    private static OwnSecret signing(CertificateFacts facts, TlsSecret pair) {
        var own = facts.secret();
        var trust = own.data().get(TlsSecret.TRUST).orElse(new byte[0]);
        return own.with(pair.with(TlsSecret.TRUST, trust))
                .annotated(CertificateNames.SINCE, "")
                .annotated(CertificateNames.TAKEN_OVER, "")
                .annotated(CertificateNames.RENEWED, facts.certificate().renewal())
                .annotated(CertificateNames.HASH, own.with(pair).hash());
    }

    /** The Secret with the first CA, or with a CA that replaces a lost or dead CA at once. */
    static OwnSecret anew(CertificateFacts facts, TlsSecret issued) {
        var own = facts.secret();
        var former = new LinkedHashMap<>(facts.former());
        // consumers accept certificates of the lost CA only while they trust the lost CA
        own.trusted().stream()
                .filter(each -> facts.trustedOnce(OwnSecret.id(each)))
                .forEach(
                        each ->
                                former.computeIfAbsent(
                                        OwnSecret.id(each), _ -> neededUntil(facts, each)));
        var after = signing(facts, issued);
        return Leaves.marked(facts, bundled(after, Optional.empty(), former, facts.now()));
    }

    /**
     * The Secret with certificate and key of the next CA, and with the next CA in the trust bundle.
     */
    static OwnSecret announced(CertificateFacts facts, TlsSecret issued) {
        var own = Leaves.marked(facts, facts.secret());
        var data =
                own.data()
                        .with(
                                OwnSecret.NEXT_CERTIFICATE,
                                issued.get(TlsSecret.CERTIFICATE).orElseThrow())
                        .with(OwnSecret.NEXT_KEY, issued.get(TlsSecret.KEY).orElseThrow());
        return bundled(
                own.with(data).annotated(CertificateNames.SINCE, facts.now().toString()),
                own.with(issued).certificate(),
                facts.former(),
                facts.now());
    }

    /**
     * The Secret if the CA is not being replaced: without a next CA, and with the current trust
     * bundle.
     */
    private static OwnSecret kept(CertificateFacts facts) {
        var own = Leaves.marked(facts, facts.secret());
        var data = own.data().without(OwnSecret.NEXT_CERTIFICATE).without(OwnSecret.NEXT_KEY);
        return Leaves.sealed(
                facts,
                bundled(
                        own.with(data).annotated(CertificateNames.SINCE, ""),
                        Optional.empty(),
                        facts.former(),
                        facts.now()));
    }

    private static OwnSecret bundled(
            OwnSecret own,
            Optional<X509Certificate> next,
            Map<String, Instant> former,
            Instant now) {
        var bundle = Bundle.of(own, next, former, now);
        return own.with(own.data().with(TlsSecret.TRUST, bundle.text()))
                .withFormer(bundle.former());
    }

    /**
     * The end of the reconciliation after a write. With a next CA, the object is reconciled again
     * at once, to see which certificates trust the next CA.
     */
    static Ending written(CertificateFacts facts, List<Note> told) {
        if (!facts.secret().hasNext()) {
            return ending(facts, told);
        }
        return State.settled(
                facts,
                Optional.of(
                        Phase.of(
                                Phase.TRUSTING,
                                facts.secret().since(),
                                Optional.of(deadline(facts)),
                                facts.secret().trustHash())),
                told,
                facts.now());
    }

    /**
     * The end of a reconciliation that has nothing to do, with the time of the next reconciliation.
     */
    static Ending ending(CertificateFacts facts, List<Note> told) {
        var own = facts.secret();
        var again = Leaves.again(facts);
        var until = own.former().values().stream().max(Instant::compareTo);
        var first = own.former().values().stream().min(Instant::compareTo);
        return State.settled(
                facts,
                until.map(_ -> phase(facts, until)),
                told,
                first.filter(again::isAfter).orElse(again));
    }

    private static Phase phase(CertificateFacts facts, Optional<Instant> until) {
        var id = facts.secret().certificate().map(OwnSecret::id).orElse("");
        var left =
                facts.followers().stream()
                        .filter(each -> each.signed() && each.allowed())
                        .filter(each -> each.has() && !each.blocked())
                        .filter(each -> !each.issuer().equals(id))
                        .map(Follower::name)
                        .sorted()
                        .toList();
        return new Phase(
                left.isEmpty() ? Phase.OVERLAPPING : Phase.REISSUING,
                Optional.empty(),
                until,
                facts.secret().trustHash(),
                left);
    }

    /**
     * The trust bundle in a CA's Secret. Each certificate keeps its position, so the bundle does
     * not change when another CA of the bundle begins to sign.
     *
     * @param certificates the trusted CAs, in the order in which they were added
     * @param former until when each CA that no longer signs is trusted, by id of the CA
     */
    record Bundle(List<X509Certificate> certificates, Map<String, Instant> former) {
        /**
         * Maximum number of former CAs. If there are more, those whose trust ends first are
         * dropped.
         */
        private static final int MOST = 16;

        Bundle {
            certificates = List.copyOf(certificates);
        }

        /**
         * The CAs to trust now.
         *
         * @param own the Secret with the CA that signs
         * @param next the next CA; empty if none is prepared
         * @param former until when former CAs are trusted, by id
         */
        static Bundle of(
                OwnSecret own,
                Optional<X509Certificate> next,
                Map<String, Instant> former,
                Instant now) {
            var current = own.certificate();
            var signing = new ArrayList<X509Certificate>();
            current.ifPresent(signing::add);
            next.ifPresent(signing::add);
            var kept = new LinkedHashMap<String, Instant>();
            own.trusted().stream()
                    .filter(each -> !signing.contains(each))
                    .map(OwnSecret::id)
                    .filter(each -> former.getOrDefault(each, Instant.MIN).isAfter(now))
                    .sorted((a, b) -> former.get(b).compareTo(former.get(a)))
                    .limit(MOST)
                    .sorted()
                    .forEach(each -> kept.put(each, former.get(each)));
            var all = new LinkedHashSet<X509Certificate>();
            own.trusted().stream()
                    .filter(each -> signing.contains(each) || kept.containsKey(OwnSecret.id(each)))
                    .forEach(all::add);
            all.addAll(signing);
            return new Bundle(List.copyOf(all), kept);
        }

        /** The bundle as PEM, for {@code ca.crt}. */
        byte[] text() {
            return PemFiles.write(certificates);
        }
    }
}
