package dev.dragoman.kube.object;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts as another value than was applied. */
class AppliedValuesTest {
    private static Map<String, Object> json(String text) throws IOException {
        return Json.read(text.replace('\'', '"').getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {'a':'x'}                             | {'a':'x','b':'y'}                              |
                    {'a':'x'}                             | {'a':'y'}                                      | .a
                    {'a':{'b':1}}                         | {'a':{'b':2}}                                  | .a.b
                    {'a':'x'}                             | {}                                             | .a
                    {'a':'','b':0,'c':false,'d':{'e':[]}} | {}                                             |
                    {'cpu':'0.5','memory':'1024Mi'}       | {'cpu':'500m','memory':'1Gi'}                  |
                    {'args':['a']}                        | {'args':['a','b']}                             | .args
                    {'t':[{'key':'a'}]}                   | {'t':[{'key':'b'},{'key':'a','effect':'x'}]}   |
                    {'c':[{'name':'a','image':'x'}]}      | {'c':[{'name':'s'},{'name':'a','image':'x'}]}  |
                    {'c':[{'name':'a','image':'x'}]}      | {'c':[{'name':'s'},{'name':'a','image':'y'}]}  | .c[a].image
                    {'c':[{'name':'a','image':'x'}]}      | {'c':[]}                                       | .c[a]
                    {'t':[{'key':'a'}]}                   | {'t':[{'key':'b'}]}                            | .t
                    {'stringData':{'a':'x'}}              | {'data':{'a':'eA=='}}                          |
                    """)
    void whatIsAddedIsNoDifference(String applied, String answer, String path) throws IOException {
        assertThat(String.join(",", AppliedValues.changed(json(applied), json(answer)).keySet()))
                .isEqualTo(path == null ? "" : path);
    }

    private static final String RULE =
            "{'to':[{'ipBlock':{'cidr':'10.0.0.0/8','except':['10.1.0.0/16']}},{'podSelector':{'matchLabels':{'a':'b'}}}],'ports':[{'port':443}]}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {'ingress':[{'from':[]}]}                   | {'podSelector':{},'ingress':[{}]}              |
                    {'egress':[{'ports':[{}]}]}                 | {'podSelector':{},'egress':[{'ports':[{'protocol':'TCP'}]}]} |
                    {'egress':[{'to':[{'podSelector':{'matchLabels':{}}}]}]} | {'egress':[{'to':[{'podSelector':{}}]}]} |
                    {'egress':[{'to':[{'podSelector':{}}]}]}    | {'egress':[{}]}                                | spec.egress
                    {'egress':[{'to':[{'podSelector':{'matchLabels':{'a':'b'}}}]}]} | {'egress':[{'to':[{'podSelector':{}}]}]} | spec.egress
                    """)
    void whatMeansNothingOpensNothing(String applied, String answer, String opened)
            throws IOException {
        assertThat(
                        AppliedValues.opened(
                                Map.of("spec", json(applied)), Map.of("spec", json(answer))))
                .isEqualTo(Optional.ofNullable(opened));
    }

    private static final String TCP = RULE.replace("443", "443,'protocol':'TCP'");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    'egress':[RULE]                                                                                    |
                    'egress':[TCP]                                                                                     |
                    'egress':[]                                                                                        |
                    'egress':[RULE,{}]                                                                                 | spec.egress
                    'egress':[RULE,{'to':[{'ipBlock':{'cidr':'0.0.0.0/0'}}]}]                                          | spec.egress
                    'egress':[{'to':[{'ipBlock':{'cidr':'10.0.0.0/8'}}],'ports':[{'port':443}]}]                       | spec.egress
                    'egress':[{'to':[{'podSelector':{'matchLabels':{'a':'b'}},'namespaceSelector':{}}],'ports':[{'port':443}]}] | spec.egress
                    'egress':[{'to':[{'podSelector':{'matchLabels':{'a':'b'}}}],'ports':[{'port':443,'endPort':9999}]}] | spec.egress
                    'egress':[{'to':[{'podSelector':{'matchLabels':{'a':'b'}}}]}]                                      | spec.egress
                    'egress':[RULE],'ingress':[{}]                                                                     | spec.ingress
                    'egress':[RULE],'podSelector':{'matchLabels':{'x':'y'}}                                            | spec.podSelector
                    'egress':[RULE],'policyTypes':['Ingress']                                                          | spec.policyTypes
                    """)
    void aPolicyMayOnlyGetNarrower(String now, String field) throws IOException {
        var applied =
                "{'spec':{'podSelector':{},'policyTypes':['Ingress','Egress'],'egress':[RULE]}}";
        // the last of two equal keys counts
        var answer = "{'spec':{'podSelector':{},'policyTypes':['Ingress','Egress']," + now + "}}";
        assertThat(
                        AppliedValues.opened(
                                json(applied.replace("RULE", RULE)),
                                json(answer.replace("RULE", RULE).replace("TCP]", TCP + "]"))))
                .isEqualTo(Optional.ofNullable(field));
    }
}
