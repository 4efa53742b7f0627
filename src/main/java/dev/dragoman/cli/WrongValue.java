package dev.dragoman.cli;

import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;

/** The value of an option is wrong; told in one line, without the list of options. */
final class WrongValue extends ParameterException {
    private static final long serialVersionUID = 1L;

    WrongValue(CommandLine command, IllegalArgumentException wrong) {
        super(command, wrong.getMessage());
    }

    /** Tells wrong values in one line, and leaves everything else to the handler. */
    static IParameterExceptionHandler before(IParameterExceptionHandler other) {
        return (wrong, arguments) -> {
            if (!(wrong instanceof WrongValue)) {
                return other.handleParseException(wrong, arguments);
            }
            var command = wrong.getCommandLine();
            command.getErr().println(wrong.getMessage());
            command.getErr().flush();
            return command.getCommandSpec().exitCodeOnInvalidInput();
        };
    }
}
