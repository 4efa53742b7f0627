package dev.dragoman.cli;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The value of an option is wrong, in a way that the command's help would not tell. */
final class WrongValue extends ParameterException {
    private static final long serialVersionUID = 1L;

    WrongValue(CommandLine command, IllegalArgumentException wrong) {
        super(command, wrong.getMessage());
    }

    /**
     * Tells what is wrong with the arguments, and where the help is: the help itself would push the
     * one line that matters out of sight.
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
