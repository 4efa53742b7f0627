package dev.dragoman.camel.point;

import dev.dragoman.capability.point.Verdict;
import dev.dragoman.settings.GoDuration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The beans for steps of extension points. */
public final class PointBeans {
    /** The beans by their names in routes. */
    public static final Map<String, Object> ALL =
            Map.of(
                    "verdict", new VerdictBean(),
                    "body", new BodyBean(),
                    "exports", new ExportsBean(),
                    "objects", new ObjectsBean(),
                    "once", new OnceBean(),
                    "signature", new SignatureBean());

    private PointBeans() {}

    /**
     * Why a call of a bean's method fails whatever the message is; empty when it need not fail.
     *
     * @param arguments as many as the method takes; each is empty where it is computed
     */
    public static Optional<String> problem(
            String bean, String method, List<Optional<String>> arguments) {
        try {
            if (bean.equals("verdict")) {
                var after = method.equals("hold") ? arguments.get(2) : Optional.<String>empty();
                var _ =
                        new Verdict(
                                arguments.get(0).orElse("Computed"),
                                arguments.get(1).orElse("computed"),
                                after.map(GoDuration::parse));
            } else if (bean.equals("body") && !method.equals("tag")) {
                arguments.getFirst().ifPresent(Paths::of);
            } else if (bean.equals("once")) {
                arguments.getFirst().ifPresent(OnceBean::key);
                arguments.getLast().ifPresent(OnceBean::period);
            }
            return Optional.empty();
        } catch (IllegalArgumentException wrong) {
            return Optional.of(wrong.getMessage());
        }
    }
}
