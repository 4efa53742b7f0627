package dev.dragoman.camel.check;

import dev.dragoman.camel.capability.CapabilityProcessors;
import dev.dragoman.camel.capability.FailureProcessors;
import dev.dragoman.camel.confine.RouteBeans;
import dev.dragoman.camel.point.PointBeans;
import dev.dragoman.capability.StepCall;
import dev.dragoman.settings.Nearest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import org.apache.camel.Processor;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Checks calls of the operator's beans. Camel looks up the bean and its method only when the first
 * message arrives, which is too late for an operator.
 */
final class BeanCalls {
    private static final String FUNCTION = "bean:";

    private final Map<String, SortedSet<String>> steps = new TreeMap<>();
    private final Map<String, Class<?>> beans;

    /**
     * @param beans classes of the operator's beans, by name; routes may use only beans that have
     *     methods for routes
     */
    BeanCalls(Map<String, Class<?>> beans) {
        this.beans = beans;
        beans.forEach(
                (name, type) -> {
                    var methods = RouteBeans.methods(type);
                    if (!methods.isEmpty()) {
                        steps.put(name, methods);
                    }
                });
    }

    /** The classes of the beans that routes may call, by name. */
    Map<String, Class<?>> classes() {
        var found = new TreeMap<>(beans);
        found.keySet().retainAll(steps.keySet());
        return found;
    }

    /**
     * Whether the bean belongs to a capability: it runs the capability's loop, has its steps, or
     * shows its failures.
     */
    boolean isOfACapability(String bean) {
        return beans.containsKey(bean)
                && (hasSteps(bean)
                        || CapabilityProcessors.class.isAssignableFrom(beans.get(bean))
                        || FailureProcessors.class.isAssignableFrom(beans.get(bean)));
    }

    /** Whether all methods that routes may call on the bean do steps of a capability. */
    private boolean hasSteps(String bean) {
        return steps.containsKey(bean)
                && Arrays.stream(beans.get(bean).getMethods())
                        .filter(m -> steps.get(bean).contains(m.getName()))
                        .allMatch(m -> m.getParameterTypes()[0] == StepCall.class);
    }

    List<Diagnostic> check(YamlFile file) {
        var problems = new ArrayList<Diagnostic>();
        uses(file, file.root(), problems).forEach(use -> call(use, problems));
        return problems;
    }

    /** All calls of beans in a file. */
    List<Use> uses(YamlFile file) {
        return uses(file, file.root());
    }

    /** All calls of beans in a part of a file. */
    List<Use> uses(YamlFile file, Node part) {
        return uses(file, part, new ArrayList<>());
    }

    private List<Use> uses(YamlFile file, Node part, List<Diagnostic> problems) {
        var found = new ArrayList<Use>();
        for (var address : EndpointAddress.of(file, part)) {
            if (address.hasScheme("bean")) {
                var method = address.parameterNode("method");
                decoded(address, problems);
                found.add(
                        new Use(
                                file,
                                Optional.of(address),
                                address.name(),
                                YamlFile.lineOf(address.value()),
                                address.parameter("method"),
                                YamlFile.lineOf(method == null ? address.value() : method)));
            }
        }
        references(file, "", part, found);
        for (var text : SimpleText.of(file, part)) {
            if (text.function().startsWith(FUNCTION)) {
                function(text, found, problems);
            }
        }
        return found;
    }

    /** Refuses characters that Camel would decode: an argument would change. */
    private static void decoded(EndpointAddress address, List<Diagnostic> problems) {
        int query = address.uri().indexOf('?');
        var text = query < 0 ? "" : address.uri().substring(query);
        if (text.contains("+") || text.contains("%")) {
            var reason =
                    "'+' and '%' in an address stand for other characters; write the call in parameters: {method: \"...\"} below the uri";
            problems.add(address.problem(reason));
        }
    }

    /** Parses a call as Camel does: {@code name?method=m}, {@code name.m}, {@code class::m}. */
    private static void function(SimpleText text, List<Use> found, List<Diagnostic> problems) {
        var said = text.function().substring(FUNCTION.length()).strip();
        if (said.startsWith("type:") || said.replaceFirst("\\(.*", "").contains("::")) {
            problems.add(text.problem("name a bean here, not a class"));
            return;
        }
        int mark = said.indexOf('?');
        int dot = said.indexOf('.');
        int end = mark >= 0 ? mark : dot >= 0 ? dot : said.length();
        var method =
                mark >= 0
                        ? query(said.substring(mark + 1))
                        : dot >= 0 ? said.substring(dot + 1) : "";
        var bean = said.substring(0, end);
        found.add(new Use(text.file(), bean, text.line(), method, text.line()));
    }

    private static String query(String options) {
        return Arrays.stream(options.split("&", -1))
                .filter(option -> option.startsWith("method="))
                .map(option -> option.substring("method=".length()))
                .findFirst()
                .orElse("");
    }

    /**
     * A call of a bean.
     *
     * @param address address with the scheme {@code bean}; empty for a call without an address
     * @param bean name of the bean
     * @param method name of the method, with its arguments in brackets; empty when the call names
     *     none
     */
    record Use(
            YamlFile file,
            Optional<EndpointAddress> address,
            String bean,
            int beanLine,
            String method,
            int methodLine) {
        /** A call without an address. */
        Use(YamlFile file, String bean, int beanLine, String method, int methodLine) {
            this(file, Optional.empty(), bean, beanLine, method, methodLine);
        }

        /** A problem at the name of the bean. */
        Diagnostic problem(String reason, Object... values) {
            return file.problem(beanLine, reason, values);
        }
    }

    /**
     * Finds calls without a URI: the steps {@code bean} and {@code process}, and the expression
     * {@code method}.
     */
    private static void references(YamlFile file, String parent, Node node, List<Use> found) {
        for (var item : YamlFile.items(node)) {
            references(file, parent, item, found);
        }
        if (node instanceof MappingNode map && !YamlFile.PARAMETERS.equals(parent)) {
            shortForm(file, map, found);
            var ref = field(map, "ref");
            if (ref != null) {
                var method = field(map, "method");
                boolean calls = "bean".equals(parent) || "method".equals(parent);
                var called = calls && method != null ? method.getValue() : "";
                int at = YamlFile.lineOf(method == null ? ref : method);
                found.add(new Use(file, ref.getValue(), YamlFile.lineOf(ref), called, at));
            }
            for (var entry : map.getValue()) {
                var key = YamlFile.text(entry.getKeyNode());
                references(file, key, entry.getValueNode(), found);
            }
        }
    }

    /**
     * Finds the short forms {@code bean: name} of the step and {@code method: name} of the
     * expression.
     */
    private static void shortForm(YamlFile file, MappingNode map, List<Use> found) {
        var bean = field(map, "bean");
        var name = bean == null && field(map, "ref") == null ? field(map, "method") : bean;
        if (name != null) {
            int line = YamlFile.lineOf(name);
            var said = name.getValue();
            int mark = said.indexOf('?');
            var called = mark < 0 ? said : said.substring(0, mark);
            var method = mark < 0 ? "" : query(said.substring(mark + 1));
            found.add(new Use(file, called, line, method, line));
        }
    }

    private static ScalarNode field(MappingNode map, String name) {
        return YamlFile.field(map, name).orElse(null) instanceof ScalarNode text ? text : null;
    }

    private void call(Use call, List<Diagnostic> problems) {
        var name = call.bean();
        if (EndpointAddress.isComputed(name)) {
            var reason =
                    "the name of the bean is computed, so the call cannot be checked; write the name out";
            problems.add(call.problem(reason));
            return;
        }
        if (name.contains(".")) {
            problems.add(call.problem("name a bean here, not a class"));
            return;
        }
        var methods = steps.get(name);
        if (methods == null) {
            var known = Nearest.first(name, steps.keySet());
            problems.add(call.problem("there is no bean '%s'; known are: %s", name, known));
            return;
        }
        // the text of the method may include arguments
        var method = call.method().replaceFirst("(?s)\\(.*", "").strip();
        if (EndpointAddress.isComputed(method)) {
            return;
        }
        var all = String.join(", ", methods);
        if (method.isEmpty() && methods.size() > 1 && !isProcessor(name)) {
            problems.add(call.problem("bean '%s' needs a method: %s", name, all));
        } else if (!method.isEmpty() && !methods.contains(method)) {
            var reason = "bean '%s' has no method '%s'; it has: %s";
            problems.add(call.file().problem(call.methodLine(), reason, name, method, all));
        } else if (name.equals("once") && call.address().isPresent()) {
            problems.add(
                    call.problem(
                            "bean 'once' is for a condition: write it in a 'filter', as ${bean:once?method=pass(chat, 10m)}"));
        } else if (!method.isEmpty()) {
            arguments(call, method, problems);
        }
    }

    /**
     * Checks the number of arguments: Camel would pass null for a missing argument, and the call
     * would have no effect.
     */
    private void arguments(Use call, String method, List<Diagnostic> problems) {
        int wanted =
                Arrays.stream(beans.get(call.bean()).getMethods())
                        .filter(each -> each.getName().equals(method))
                        .filter(
                                each ->
                                        RouteBeans.TAKEN.contains(
                                                each.getParameterTypes()[
                                                        each.getParameterCount() - 1]))
                        .mapToInt(each -> each.getParameterCount() - 1)
                        .max()
                        .orElse(0);
        var arguments = arguments(call.method());
        int given = arguments.size();
        if (given == wanted) {
            var texts = arguments.stream().map(BeanCalls::constant).toList();
            PointBeans.problem(call.bean(), method, texts)
                    .map(why -> call.file().problem(call.methodLine(), why))
                    .ifPresent(problems::add);
        } else {
            var reason =
                    wanted == 0
                            ? "%s.%s takes no arguments; leave them out"
                            : "%s.%s takes %d arguments, not %d; put a text with commas or brackets in single quotes";
            var text = reason.formatted(call.bean(), method, wanted, given);
            problems.add(call.file().problem(call.methodLine(), text));
        }
    }

    /** The text of an argument; empty where it is computed. */
    private static Optional<String> constant(String argument) {
        return Optional.of(argument.replaceFirst("(?s)^(['\"])(.*)\\1$", "$2"))
                .filter(text -> !EndpointAddress.isComputed(text));
    }

    private boolean isProcessor(String name) {
        return Processor.class.isAssignableFrom(beans.get(name));
    }

    /**
     * The arguments in a call of a bean's method, such as {@code tag(a, 'b, c')}, as written.
     * Commas within quotes, brackets and braces do not separate them.
     */
    private static List<String> arguments(String method) {
        int open = method.indexOf('(');
        int close = method.lastIndexOf(')');
        if (open < 0 || close < open || method.substring(open + 1, close).isBlank()) {
            return List.of();
        }
        var found = new ArrayList<String>();
        int begin = open + 1;
        int depth = 0;
        boolean quoted = false;
        for (int i = begin; i < close; i++) {
            char each = method.charAt(i);
            if (each == '\'') {
                quoted = !quoted;
            } else if (!quoted) {
                depth += "([{".indexOf(each) >= 0 ? 1 : ")]}".indexOf(each) >= 0 ? -1 : 0;
                if (each == ',' && depth == 0) {
                    found.add(method.substring(begin, i).strip());
                    begin = i + 1;
                }
            }
        }
        found.add(method.substring(begin, close).strip());
        return found;
    }
}
