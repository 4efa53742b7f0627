package dev.dragoman.camel.point;

import dev.dragoman.capability.point.Point;
import dev.dragoman.capability.point.Verdict;
import dev.dragoman.settings.GoDuration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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

    private static final Map<String, Predicate<Point>> AT =
            Map.of(
                    "verdict", Point::judges,
                    "body", Point.DESIRED::equals,
                    "exports", Point.EXPORTED::equals,
                    "objects", Point.OBJECTS::equals,
                    "once", Point::acts,
                    "signature", Point.SIGN::equals);

    private PointBeans() {}

    /** The points at which the bean has an effect, for people. */
    public static String points(String bean) {
        return Arrays.stream(Point.values())
                .filter(AT.get(bean))
                .map(each -> "'" + each.text() + "'")
                .collect(Collectors.joining(", "));
    }

    /** Whether the bean has an effect at the point, or is none of these. */
    public static boolean fits(String bean, Point point) {
        return !AT.containsKey(bean) || AT.get(bean).test(point);
    }

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
                OnceBean.check(arguments.getFirst().orElse(""), arguments.getLast());
            }
            return Optional.empty();
        } catch (IllegalArgumentException wrong) {
            return Optional.of(wrong.getMessage());
        }
    }
}
