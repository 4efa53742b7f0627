package dev.dragoman.capability;

import java.nio.file.Path;
import java.util.List;

/** The files of a team's overlays, as providers of capabilities read them. */
public interface TeamFiles {
    /** No files. */
    TeamFiles NONE = suffix -> List.of();

    /** The files whose names end so, sorted by name. */
    List<Path> ending(String suffix);
}
