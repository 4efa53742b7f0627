package dev.dragoman.cli;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The value of an option is wrong, and the command's help would not explain it. */
public final class WrongValue extends ParameterException {
    private static final long serialVersionUID = 1L;

    public WrongValue(CommandLine command, IllegalArgumentException wrong) {
        super(command, wrong.getMessage());
    }

    /**
     * Prints what is wrong with the arguments, and how to get the help. The help itself would hide
     * the one line that matters.
     *
     * @return the exit code
     */
    static int told(ParameterException wrong, String[] arguments) {
        var command = wrong.getCommandLine();
        var err = command.getErr();
        err.println(wrong.getMessage());
        if (!(wrong instanceof WrongValue)) {
            var _ = UnmatchedArgumentException.printSuggestions(wrong, err);
            err.printf("See: %s --help%n", command.getCommandSpec().qualifiedName());
        }
        err.flush();
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }
}
