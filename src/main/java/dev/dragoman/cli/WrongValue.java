package dev.dragoman.cli;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The value of an option is wrong, and the command's help does not explain why. */
public final class WrongValue extends ParameterException {
    private static final long serialVersionUID = 1L;

    public WrongValue(CommandLine command, RuntimeException wrong) {
        super(command, wrong.getMessage());
    }

    /**
     * Prints what is wrong with the arguments and, unless it is a {@link WrongValue}, how to get
     * the help. Does not print the help itself, because the message would be lost in it.
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
