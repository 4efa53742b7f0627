package dev.dragoman.sandbox.azure.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.dragoman.azure.catalog.Catalog;
import dev.dragoman.sandbox.azure.AzureSandbox;
import dev.dragoman.sandbox.azure.Options;
import dev.dragoman.sandbox.azure.entra.Client;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people with curl are told. */
class ControlServerTest {
    private static AzureSandbox azure;
    private static HttpClient http;

    @BeforeAll
    static void start() {
        azure = AzureSandbox.start(Options.of(Catalog.load()).client(Client.secret("app", "s")));
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        http.close();
        azure.close();
    }

    /** Status, and the error if there is one. */
    private static String ask(String method, String path, String body)
            throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(azure.controlEndpoint().resolve(path))
                        .method(
                                method,
                                body == null
                                        ? HttpRequest.BodyPublishers.noBody()
                                        : HttpRequest.BodyPublishers.ofString(body))
                        .build();
        var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        JsonNode said = new ObjectMapper().readTree(answer.body());
        return (answer.statusCode() + " " + said.path("error").asText()).strip();
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    POST | /operationduration | {"pattern":".*","seconds":5}      | 400 POST /operationduration has no parameter 'seconds'; it takes pattern (a text), milliseconds (a whole number)
                    POST | /delay             | {"pattern":".*"}                  | 400 POST /delay lacks the parameter 'milliseconds'; it takes pattern (a text), milliseconds (a whole number)
                    POST | /delay             | {"pattern":".*","milliseconds":"5"} | 400 POST /delay: 'milliseconds' must be a whole number
                    POST | /mutate            | {"id":"x"}                        | 400 POST /mutate lacks the parameter 'patch'; it takes id (a text), patch (an object)
                    POST | /mutate            | {"id":"/x","patch":{}}            | 400 there is no resource /x
                    POST | /down              | {"seconds":5}                     | 400 POST /down has no parameter 'seconds'; it takes no parameters
                    POST | /delay             | [1]                               | 400 the body is no JSON object
                    POST | /explode           |                                   | 400 there is no verb POST /explode; the verbs are: answer, assigntonode, busaway, busback, changesecret, clearexchanges, clearfaults, delay, delivertwice, down, dropconnections, exhaust, expirebustokens, expirelocks, failnext, failoperation, losereplies, mutate, needs, operationduration, provisioning, remove, removefromnode, retryafter, revokeclient, revoketokens, rotatekeys, send, throttle, throttlesends, tokenrefresh, unlimited, unregister, up, vaultchallenge, vaultdelays, vaultlimits, vaultrights
                    GET  | /get               |                                   | 400 GET /get lacks the parameter 'id'; it takes id (a text)
                    GET  | /counts?since=1    |                                   | 400 GET /counts has no parameter 'since'; it takes no parameters
                    GET  | /mutate            |                                   | 400 there is no verb GET /mutate; the verbs are: counts, exchanges, get, messages, resources, servicebus, tokens, vault
                    POST | /delay             | {"pattern":"nothing","milliseconds":5} | 200
                    POST | /failnext          | {"pattern":"nothing","httpStatus":500,"code":"X","message":"y"} | 200
                    POST | /answer            | {"pattern":"nothing","count":1,"httpStatus":429,"headers":{"Retry-After":"3"},"body":{}} | 200
                    POST | /provisioning      | {"pattern":"nothing","count":1,"state":"Failed","milliseconds":5} | 200
                    POST | /losereplies       | {"pattern":"nothing","count":1}   | 200
                    POST | /needs             | {"pattern":"nothing","namespace":"Microsoft.Other"} | 200
                    GET  | /vault?name=none    |                                   | 400 there is no vault none
                    POST | /vaultdelays       | {"deletionMilliseconds":0}        | 400 POST /vaultdelays lacks the parameter 'recoveryMilliseconds'; it takes deletionMilliseconds (a whole number), recoveryMilliseconds (a whole number)
                    POST | /vaultdelays       | {"deletionMilliseconds":0,"recoveryMilliseconds":0} | 200
                    POST | /vaultrights       | {"clientId":"app","permissions":"get,list"} | 200
                    POST | /vaultrights       | {"clientId":"app","permissions":"read"} | 400 there is no permission 'read' to secrets
                    POST | /clearfaults       |                                   | 200
                    GET  | /resources         |                                   | 200
                    """)
    void whatIsMisspeltIsRefusedWithWhatIsKnown(
            String method, String path, String body, String answer) throws Exception {
        assertThat(ask(method, path, body)).isEqualTo(answer);
    }

    @Test
    void whatIsNoJsonIsRefused() throws Exception {
        assertThat(ask("POST", "/delay", "pattern=x"))
                .startsWith("400 the body is no JSON object: ");
    }
}
