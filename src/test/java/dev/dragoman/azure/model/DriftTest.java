package dev.dragoman.azure.model;

import static dev.dragoman.azure.model.Fields.list;
import static dev.dragoman.azure.model.Fields.map;
import static dev.dragoman.azure.model.Fields.object;
import static dev.dragoman.azure.model.Fields.oneOf;
import static dev.dragoman.azure.model.Fields.union;
import static dev.dragoman.azure.model.Fields.value;
import static dev.dragoman.azure.model.Fields.version;
import static dev.dragoman.azure.model.Fields.writeOnly;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.catalog.AzureVersion;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where an answer differs from what was sent, for every shape that a field can have. */
class DriftTest {
    private static final AzureVersion VERSION =
            version(
                    list("rules", value("name"), value("id"), value("port")),
                    list("matrix"),
                    map("parts", value("size"), writeOnly(value("key"))),
                    object("login", writeOnly(value("password")), value("user")),
                    object("hidden", writeOnly(value("password"))),
                    object("free"),
                    writeOnly(value("secret")),
                    union("tcp", writeOnly(value("token")), value("on")),
                    oneOf(value("mode"), "On", "Off"),
                    value("enabled"),
                    value("text"),
                    list("locations"),
                    value("locationName"),
                    value("place"));

    @SuppressWarnings("unchecked") // JSON objects have text keys
    private static Map<String, Object> json(String text) throws Exception {
        return new ObjectMapper().readValue(text.replace('\'', '"'), Map.class);
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {'rules':[{'name':'a','port':1},{'name':'b','port':2}]} | {'rules':[{'name':'B','port':2},{'name':'A','port':1}]} | rules[0].name,rules[1].name | named things are matched by name in any case, and their names compared
                    {'rules':[{'name':'a','port':1},{'name':'b','port':2}]} | {'rules':[{'name':'b','port':2},{'name':'a','port':3}]} | rules[0].port | the one of the same name is compared
                    {'rules':[{'id':'a','port':1},{'id':'b','port':2}]} | {'rules':[{'id':'b','port':2},{'id':'a','port':1}]} | | things with an id are matched by it
                    {'rules':[{'name':'x','id':'a','port':1},{'id':'b'}]} | {'rules':[{'id':'b'},{'id':'a','port':1,'name':'y'}]} | rules[0].name | of a name that Azure does not have, the id counts
                    {'rules':[{'port':1},{'port':2}]} | {'rules':[{'port':2},{'port':1}]} | | things without name are compared as a set
                    {'rules':[{'name':'a'}]} | {'rules':[{'name':'z'}]} | rules[0].name | renamed
                    {'rules':[{'port':1},{'port':2}]} | {'rules':[{'port':1}]} | rules | one fewer
                    {'rules':[{'port':1}]} | {'rules':[{'port':1},{'port':2}]} | rules | one more
                    {'matrix':[[1,2],[3]]} | {'matrix':[[2,1],[3]]} | | lists in lists
                    {'matrix':[[1,2],[3]]} | {'matrix':[[1,2],[4]]} | matrix[1] | another member of the inner list
                    {'parts':{'a':{'size':1}}} | {'parts':{'A':{'size':1}}} | | keys of a map in any case
                    {'parts':{'a':{'size':1}}} | {'parts':{'a':{'size':2}}} | parts.a.size | a value in a map
                    {'parts':{'a':{'key':'k'}}} | {'parts':{'a':{}}} | | write-only in a map
                    {'parts':{'a':null}} | {'parts':{}} | parts.a | a key says something by itself
                    {'free':{'a':null}} | {} | | an object of nulls is empty
                    {'login':{'password':'p'}} | {'login':{}} | | Azure never shows a password
                    {'login':{'password':'p','user':'u'}} | {'login':{'user':'v'}} | login.user | beside a password
                    {'login':{'password':'p','user':'u'}} | {} | login | an object with a field that Azure would show is missing
                    {'hidden':{'password':'p'}} | {} | | an object of which Azure never shows anything
                    {'hidden':{'password':'p'}} | {'hidden':'x'} | hidden | something else in its place
                    {'hidden':{'other':'p'}} | {} | hidden | a field of it that the row does not have
                    {'free':{'a':1}} | {} | free | an object without known fields is missing
                    {'secret':'s'} | {} | | write-only at the root
                    {'token':'s'} | {} | | write-only in a variant
                    {'on':true} | {'on':false} | on | a variant's field, without its wrapper
                    {'text':'a'} | {'place':'a'} | text | the same value elsewhere does not count
                    {'mode':'on'} | {'mode':'On'} | | enums in any case
                    {'text':'on'} | {'text':'On'} | text | plain text as it is
                    {'text':'/subscriptions/S'} | {'text':'/subscriptions/s'} | | ARM ids in any case
                    {'text':'/providers/P'} | {'text':'/providers/p'} | | ids of the tenant in any case
                    {'text':'/Tenants/P'} | {'text':'/tenants/p'} | text | other paths as they are
                    {'text':'1.0'} | {'text':1} | | a number in text
                    {'text':'1'} | {'text':2} | text | another number
                    {'text':'x'} | {'text':1} | text | no number
                    {'enabled':true} | {'enabled':'true'} | | a boolean in text
                    {'enabled':true} | {'enabled':false} | enabled | another boolean
                    {'text':''} | {} | | empty text is nothing
                    {'text':'a'} | {'text':['a']} | text | another type
                    {'locations':['West US']} | {'locations':['westus']} | | a list of locations
                    {'locationName':'West US'} | {'locationName':'westus'} | | locations by their field's name
                    {'place':'West US'} | {'place':'westus'} | place | elsewhere spaces count
                    {'matrix':[1,1,2]} | {'matrix':[1,2,2]} | matrix | how often counts
                    {'unknown':1} | {'unknown':2} | unknown | what the row does not have is compared too
                    {'text':'P1D'} | {'text':'PT24H'} | | durations by length
                    {'text':'PT1H30M'} | {'text':'PT90M'} | | hours and minutes
                    {'text':'PT1.5S'} | {'text':'PT1.50S'} | | fractions of a second
                    {'text':'P'} | {'text':'PT'} | text | no duration
                    """)
    void differences(String desired, String actual, String expected, String why) throws Exception {
        var found = Differences.paths(VERSION, json(desired), json(actual), Set.of());
        assertThat(String.join(",", found)).as(why).isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void whatIsSkippedIsSkippedInMapsToo() throws Exception {
        var found =
                Differences.paths(
                        VERSION,
                        json("{'parts':{'a':{'size':1},'b':{'size':1}}}"),
                        json("{}"),
                        Set.of("parts.a"));
        assertThat(found).containsExactly("parts");
        found =
                Differences.paths(
                        VERSION,
                        json("{'parts':{'a':{'size':1},'b':{'size':1}}}"),
                        json("{'parts':{'c':{}}}"),
                        Set.of("parts.a"));
        assertThat(found).containsExactly("parts.b");
    }
}
