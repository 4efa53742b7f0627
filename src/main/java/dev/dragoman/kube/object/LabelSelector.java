package dev.dragoman.kube.object;

import java.util.Map;

/** Label selectors, as the API has them. */
public final class LabelSelector {
    private LabelSelector() {}

    /**
     * Whether a selector selects an object with these labels. One without conditions selects
     * nothing, and neither does one with an operator that Kubernetes does not have.
     */
    public static boolean selects(Map<String, Object> selector, Map<String, Object> labels) {
        var wanted = Fields.map(selector, "matchLabels").entrySet();
        var terms = Json.maps(selector, "matchExpressions");
        return !(wanted.isEmpty() && terms.isEmpty())
                && labels.entrySet().containsAll(wanted)
                && terms.stream().allMatch(each -> isMet(each, labels.get(each.get("key"))));
    }

    private static boolean isMet(Map<String, Object> term, Object label) {
        boolean in = label != null && Json.texts(term.get("values")).contains(label);
        return switch (String.valueOf(term.get("operator"))) {
            case "Exists" -> label != null;
            case "DoesNotExist" -> label == null;
            case "In" -> in;
            case "NotIn" -> !in;
            default -> false;
        };
    }
}
