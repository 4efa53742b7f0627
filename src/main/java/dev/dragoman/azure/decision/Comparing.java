package dev.dragoman.azure.decision;

import java.util.List;
import java.util.Map;

/** Compares a body with what Azure shows. Pure. */
public interface Comparing {
    /**
     * ARM paths whose values differ, in the order of the body.
     *
     * @param asked a complete body
     * @param shown the answer to a GET
     */
    List<String> drift(Map<String, Object> asked, Map<String, Object> shown);

    /** Whether a PUT without a GET before it could undo changes that others made in Azure. */
    boolean mustLook();

    /** Whether the body can hold children that are also resources of their own. */
    boolean keeps();

    /**
     * The body of the PUT: {@code asked}, with those children and values of {@code shown} that the
     * PUT must not delete or reset.
     */
    Map<String, Object> toSend(Map<String, Object> asked, Map<String, Object> shown);

    /**
     * Whether a complete body asks for a copy or a restored resource, which it can do only while
     * the resource does not exist.
     */
    boolean creates(Map<String, Object> asked);

    /**
     * The user's values of the fields that others may change in Azure, by path. They are remembered
     * once Azure has accepted the body ({@link OwnState#moved}).
     */
    Map<String, String> moved(Map<String, Object> asked, Map<String, Object> shown);

    /**
     * Fields, with their values, that were sent before, are no longer sent, and still have the sent
     * value in Azure.
     */
    Map<String, Object> left(Map<String, Object> asked, Map<String, Object> shown);

    /** Whether the body has values of Secrets, which Azure does not show. */
    boolean hasSecrets();

    /**
     * The mark of the fields that were sent ({@link dev.dragoman.azure.model.SentFields}). It is
     * remembered once Azure has accepted them ({@link OwnState#fields}).
     */
    String fields(Map<String, Object> asked, Map<String, Object> shown);
}
