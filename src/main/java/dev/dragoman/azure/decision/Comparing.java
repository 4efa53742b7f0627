package dev.dragoman.azure.decision;

import java.util.List;
import java.util.Map;

/** How a body stands to what Azure shows. Pure. */
public interface Comparing {
    /**
     * ARM paths on which they differ, in the order of the body.
     *
     * @param asked a complete body
     * @param shown the answer to a GET
     */
    List<String> drift(Map<String, Object> asked, Map<String, Object> shown);

    /** Whether a PUT without a look at Azure would undo what others do there. */
    boolean mustLook();

    /** What a PUT sends: the body, with what Azure has and a PUT must not drop or move back. */
    Map<String, Object> toSend(Map<String, Object> asked, Map<String, Object> shown);

    /**
     * What the user asks for of the fields that somebody else may move, by path, to be remembered
     * once Azure has accepted it ({@link OwnState#moved}).
     */
    Map<String, String> moved(Map<String, Object> asked, Map<String, Object> shown);

    /** Fields, with their values, that were sent once, are not any more, and are still there. */
    Map<String, Object> left(Map<String, Object> asked, Map<String, Object> shown);

    /**
     * The mark of which fields were sent ({@link OwnState#fields}), to be remembered once Azure has
     * accepted them.
     */
    String fields(Map<String, Object> asked, Map<String, Object> shown);
}
