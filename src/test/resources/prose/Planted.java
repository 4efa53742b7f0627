/** Texts as they stand in sources. MessagesIT reads it; it is not compiled. */
final class Planted {
    String[] good = {
        "One two three four five six seven eight nine ten eleven twelve thirteen fourteen. "
                + "Fifteen sixteen seventeen eighteen nineteen twenty and some more words make two sentences here",
        "kubectl create role %s --verb=get --resource=secrets",
        """
        One two three four five six seven eight nine ten eleven twelve thirteen fourteen
        fifteen sixteen seventeen eighteen nineteen twenty and these are lines of a template
        """,
    };
    String[] bad = {
        // finds SentenceLength
        "One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty and these are six words more",
        // finds SentenceLength
        "One two three four five six seven eight nine ten eleven twelve " + good.length + " fourteen fifteen"
                + " sixteen seventeen eighteen nineteen twenty and these are %s words more".formatted(good),
        // finds Ease
        "simply apply it again",
        // finds SentenceLength
        String.valueOf("%s two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty and these are six words more"),
    };
}
