package dev.dragoman.azure.expression;

import com.google.common.collect.ImmutableList;
import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.checker.CelStandardDeclarations;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
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

/** The language of expressions: its variables, functions and limits. */
final class Language {
    static final String SELF = "self";
    static final String SECRET = "secret";

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

    private static final Cel WITHOUT_SECRET = language(false);
    private static final Cel WITH_SECRET = language(true);

    private Language() {}

    static Cel of(Scope scope) {
        return scope == Scope.SELF_AND_SECRET ? WITH_SECRET : WITHOUT_SECRET;
    }

    private static Cel language(boolean secret) {
        var strings = CelExtensions.strings(EnumSet.complementOf(EnumSet.copyOf(REPLACED)));
        var builder =
                CelFactory.legacyCelBuilder()
                        .setOptions(OPTIONS)
                        .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                        .setStandardEnvironmentEnabled(false)
                        .setStandardDeclarations(CelStandardDeclarations.newBuilder().build())
                        .setStandardFunctions(
                                CelStandardFunctions.newBuilder()
                                        .filterFunctions((f, overload) -> !OWN.contains(overload))
                                        .build())
                        .addCompilerLibraries(
                                strings, CelExtensions.optional(), CelExtensions.comprehensions())
                        .addRuntimeLibraries(
                                strings, CelExtensions.optional(), CelExtensions.comprehensions())
                        .addFunctionDeclarations(declarations())
                        .addFunctionBindings(bindings())
                        .addVar(SELF, SimpleType.DYN);
        if (secret) {
            builder.addVar(SECRET, MapType.create(SimpleType.STRING, SimpleType.STRING));
        }
        return builder.build();
    }

    private static List<CelFunctionDecl> declarations() {
        var text = SimpleType.STRING;
        var texts = ListType.create(text);
        return List.of(
                CelFunctionDecl.newFunctionDeclaration(
                        "format", member("string_format", text, ListType.create(SimpleType.DYN))),
                CelFunctionDecl.newFunctionDeclaration(
                        "join",
                        member("list_join", texts),
                        member("list_join_string", texts, text)),
                CelFunctionDecl.newFunctionDeclaration(
                        "replace",
                        member("string_replace_string_string", text, text, text),
                        member(
                                "string_replace_string_string_int",
                                text,
                                text,
                                text,
                                SimpleType.INT)),
                CelFunctionDecl.newFunctionDeclaration(
                        "aso.parseResourceId",
                        CelOverloadDecl.newGlobalOverload(
                                "aso_parseResourceId_string",
                                MapType.create(SimpleType.STRING, SimpleType.DYN),
                                text)));
    }

    /** A member function of its first argument; it returns a text. */
    private static CelOverloadDecl member(String id, CelType... arguments) {
        return CelOverloadDecl.newMemberOverload(id, SimpleType.STRING, List.of(arguments));
    }

    private static List<CelFunctionBinding> bindings() {
        Class<String> text = String.class;
        return List.of(
                CelFunctionBinding.from("string_format", text, List.class, TextFunctions::format),
                CelFunctionBinding.from(
                        "list_join", List.class, list -> TextFunctions.join(list, "")),
                CelFunctionBinding.from("list_join_string", List.class, text, TextFunctions::join),
                CelFunctionBinding.from(
                        "string_replace_string_string",
                        ImmutableList.of(text, text, text),
                        a ->
                                TextFunctions.replace(
                                        (String) a[0], (String) a[1], (String) a[2], -1)),
                CelFunctionBinding.from(
                        "string_replace_string_string_int",
                        ImmutableList.of(text, text, text, Long.class),
                        a ->
                                TextFunctions.replace(
                                        (String) a[0], (String) a[1], (String) a[2], (Long) a[3])),
                CelFunctionBinding.from("matches", text, text, TextFunctions::matches),
                CelFunctionBinding.from("matches_string", text, text, TextFunctions::matches),
                CelFunctionBinding.from("double_to_string", Double.class, Numbers::shortest),
                CelFunctionBinding.from(
                        "aso_parseResourceId_string", text, id -> ParsedId.of(id).fields()));
    }
}
