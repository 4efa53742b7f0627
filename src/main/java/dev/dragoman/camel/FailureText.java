package dev.dragoman.camel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.jayway.jsonpath.PathNotFoundException;
import dev.dragoman.camel.confine.RegexTooSlow;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import org.apache.camel.InvalidPayloadException;
import org.apache.camel.NoSuchBeanException;
import org.apache.camel.NoTypeConversionAvailableException;
import org.apache.camel.component.bean.MethodNotFoundException;
import org.apache.camel.component.direct.DirectConsumerNotAvailableException;
import org.apache.camel.language.bean.RuntimeBeanExpressionException;
import org.apache.camel.support.processor.PredicateValidationException;

/**
 * What the exception of a step says, in one line. Errors of libraries quote the value with which a
 * step has worked, which may be a secret: for these there is a sentence without values.
 */
final class FailureText {
    private static final int LONGEST = 500;

    private FailureText() {}

    static String of(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (holdsNamesOnly(cause)) {
                return line(cause);
            }
        }
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            var sentence = sentence(cause);
            if (!sentence.isEmpty()) {
                return sentence;
            }
        }
        var type = failure.getClass().getName();
        return failure.getMessage() == null
                        || type.matches("(org\\.apache\\.camel|com|org\\.yaml)\\..*")
                ? "this step cannot work with the message (%s)"
                        .formatted(failure.getClass().getSimpleName())
                : line(failure);
    }

    /** For authors of routes; empty for an exception that says nothing to them. */
    private static String sentence(Throwable cause) {
        return switch (cause) {
            case NoTypeConversionAvailableException e ->
                    "this step gets %s as input, and needs %s"
                            .formatted(
                                    kind(e.getValue() == null ? null : e.getValue().getClass()),
                                    kind(e.getToType()));
            case InvalidPayloadException e ->
                    "this step needs %s as body".formatted(kind(e.getType()));
            case PathNotFoundException _ -> "its JSONPath finds nothing in the message";
            case JsonProcessingException _ -> "what it reads is no JSON";
            case RuntimeBeanExpressionException _ ->
                    "its expression reads a field of something that is not there; write ?[...] in place of [...]";
            case PredicateValidationException _ -> "its condition is not met";
            default -> "";
        };
    }

    private static String kind(Class<?> type) {
        if (type == null) {
            return "nothing";
        }
        if (Map.class.isAssignableFrom(type)) {
            return "a map";
        }
        if (Collection.class.isAssignableFrom(type)) {
            return "a list";
        }
        return switch (type.getSimpleName()) {
            case "String" -> "a text";
            case "byte[]", "InputStream" -> "a text, such as marshal makes of a map";
            default -> "a value of the type " + type.getSimpleName().toLowerCase(Locale.ROOT);
        };
    }

    /**
     * Whether the exception's message cannot contain a value of the exchange. True for errors of
     * the virtual machine, and for mistakes in routes, whose messages name the missing bean, method
     * or endpoint.
     */
    private static boolean holdsNamesOnly(Throwable failure) {
        return failure instanceof VirtualMachineError
                || failure instanceof LinkageError
                || failure instanceof MethodNotFoundException
                || failure instanceof NoSuchBeanException
                || failure instanceof DirectConsumerNotAvailableException
                || failure instanceof RegexTooSlow;
    }

    private static String line(Throwable failure) {
        var line = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        var text = line.substring(0, Math.min(line.length(), LONGEST));
        boolean says =
                failure instanceof IllegalArgumentException
                        || failure instanceof IllegalStateException
                        || failure instanceof RegexTooSlow;
        return says ? text : failure.getClass().getName() + ": " + text;
    }
}
