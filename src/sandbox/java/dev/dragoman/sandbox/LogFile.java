package dev.dragoman.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the log of a program that the sandbox has started. */
public final class LogFile {
    private LogFile() {}

    /** Returns the last lines. Never throws: without a log it returns a text that says so. */
    public static String tail(Path log, int lines) {
        try {
            // not readAllLines, which fails for bytes that are not UTF-8
            var text = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
            var all = text.lines().toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
        } catch (IOException e) {
            return "(no log: " + e.getMessage() + ")";
        }
    }
}
