package dev.dragoman.expression;

import static dev.cel.common.CelFunctionDecl.newFunctionDeclaration;
import static dev.cel.common.CelOverloadDecl.newGlobalOverload;
import static dev.cel.common.CelOverloadDecl.newMemberOverload;

import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.checker.CelChecker;
import dev.cel.checker.CelStandardDeclarations;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelVarDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelStringExtensions.Function;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.standard.CelStandardOverload;
import dev.cel.runtime.standard.MatchesFunction.MatchesOverload;
import dev.cel.runtime.standard.StringFunction.StringOverload;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The language of expressions: its functions and limits. */
final class Language {
    /** Maximum number of characters of an expression. */
    static final int LONGEST = 16 * 1024;

    /**
     * Maximum number of parts of an expression: the time of a check grows faster than this number.
     */
    static final int PARTS = 500;

    private static final int DEPTH = 100;
    private static final int ITERATIONS = 10_000;

    private static final CelOptions OPTIONS =
            CelOptions.current()
                    .enableHeterogeneousNumericComparisons(true)
                    .enableOptionalSyntax(true)
                    .maxExpressionCodePointSize(LONGEST)
                    .maxParseRecursionDepth(DEPTH)
                    .comprehensionMaxIterations(ITERATIONS)
                    .build();

    /**
     * Functions of the library that do not limit the length of their result. {@link TextFunctions}
     * has replacements that do.
     */
    private static final Set<Function> REPLACED = EnumSet.of(Function.JOIN, Function.REPLACE);

    private static final Set<CelStandardOverload> OWN =
            Set.of(
                    MatchesOverload.MATCHES,
                    MatchesOverload.MATCHES_STRING,
                    StringOverload.DOUBLE_TO_STRING);

    private static final String REPLACE = "string_replace_string_string";
    private static final MapType TEXTS = MapType.create(SimpleType.STRING, SimpleType.STRING);

    /** Parser and runtime of all expressions; {@link #checker} knows their variables. */
    static final Cel CEL = language();

    private Language() {}

    static CelChecker checker(Scope scope) {
        var checker = CEL.toCheckerBuilder();
        for (var name : scope.variables()) {
            var type = scope.texts().contains(name) ? TEXTS : SimpleType.DYN;
            checker.addVarDeclarations(CelVarDecl.newVarDeclaration(name, type));
        }
        return checker.build();
    }

    private static Cel language() {
        var strings = CelExtensions.strings(EnumSet.complementOf(EnumSet.copyOf(REPLACED)));
        var optional = CelExtensions.optional();
        var comprehensions = CelExtensions.comprehensions();
        var functions =
                CelStandardFunctions.newBuilder()
                        .filterFunctions((f, overload) -> !OWN.contains(overload))
                        .build();
        return CelFactory.legacyCelBuilder()
                .setOptions(OPTIONS)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .setStandardEnvironmentEnabled(false)
                .setStandardDeclarations(CelStandardDeclarations.newBuilder().build())
                .setStandardFunctions(functions)
                .addCompilerLibraries(strings, optional, comprehensions)
                .addRuntimeLibraries(strings, optional, comprehensions)
                .addFunctionDeclarations(declarations())
                .addFunctionBindings(bindings())
                .build();
    }

    private static List<CelFunctionDecl> declarations() {
        var text = SimpleType.STRING;
        var texts = ListType.create(text);
        var fields = MapType.create(text, SimpleType.DYN);
        return List.of(
                newFunctionDeclaration(
                        "format", member("string_format", text, ListType.create(SimpleType.DYN))),
                newFunctionDeclaration(
                        "join",
                        member("list_join", texts),
                        member("list_join_string", texts, text)),
                newFunctionDeclaration(
                        "replace",
                        member(REPLACE, text, text, text),
                        member(REPLACE + "_int", text, text, text, SimpleType.INT)),
                newFunctionDeclaration(
                        "aso.parseResourceId",
                        newGlobalOverload("aso_parseResourceId_string", fields, text)));
    }

    /** A member function of its first argument; it returns a text. */
    private static CelOverloadDecl member(String id, CelType... arguments) {
        return newMemberOverload(id, SimpleType.STRING, List.of(arguments));
    }

    private static List<CelFunctionBinding> bindings() {
        Class<String> text = String.class;
        return List.of(
                CelFunctionBinding.from("string_format", text, List.class, TextFunctions::format),
                CelFunctionBinding.from(
                        "list_join", List.class, list -> TextFunctions.join(list, "")),
                CelFunctionBinding.from("list_join_string", List.class, text, TextFunctions::join),
                CelFunctionBinding.from(REPLACE, List.of(text, text, text), a -> replace(a, -1)),
                CelFunctionBinding.from(
                        REPLACE + "_int",
                        List.of(text, text, text, Long.class),
                        a -> replace(a, (Long) a[3])),
                CelFunctionBinding.from("matches", text, text, TextFunctions::matches),
                CelFunctionBinding.from("matches_string", text, text, TextFunctions::matches),
                CelFunctionBinding.from("double_to_string", Double.class, Numbers::shortest),
                CelFunctionBinding.from(
                        "aso_parseResourceId_string", text, id -> ParsedId.of(id).fields()));
    }

    private static String replace(Object[] texts, long most) {
        return TextFunctions.replace((String) texts[0], (String) texts[1], (String) texts[2], most);
    }
}
