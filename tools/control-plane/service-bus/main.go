// What Microsoft's Go client of Service Bus sees in a namespace with the queues "q" and "short",
// whose locks last two seconds. It signs in at Entra, and prints what it saw as JSON.
//
// The environment says where all that is: AUTHORITY, TENANT, CA_FILE, NAMESPACE, ENDPOINT, and
// EXPIRED, a token that was valid.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/cloud"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azidentity"
	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"
)

var (
	ctx   context.Context
	seen  = map[string]any{}
	trust = &tls.Config{RootCAs: authorities(), MinVersion: tls.VersionTLS12}
)

func main() {
	log.SetFlags(log.Lshortfile)
	within, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	ctx = within
	app := client(signIn("app"))
	send(app)
	settle(app)
	loseLock(app)
	refusals()
	check(json.NewEncoder(os.Stdout).Encode(seen))
}

func send(from *azservicebus.Client) {
	sender, err := from.NewSender("q", nil)
	check(err)
	batch, err := sender.NewMessageBatch(ctx, nil)
	check(err)
	for _, body := range []string{"complete", "abandon", "dead"} {
		check(batch.AddMessage(&azservicebus.Message{Body: []byte(body)}, nil))
	}
	check(sender.SendMessageBatch(ctx, batch, nil))
	subject := "subject"
	check(sender.SendMessage(ctx, &azservicebus.Message{Body: []byte("defer"), Subject: &subject,
		ApplicationProperties: map[string]any{"key": "value"}}, nil))
	later, err := sender.ScheduleMessages(ctx, []*azservicebus.Message{{Body: []byte("never")}},
		time.Now().Add(time.Hour), nil)
	check(err)
	check(sender.CancelScheduledMessages(ctx, later, nil))
}

func settle(from *azservicebus.Client) {
	receiver := receiver(from, "q", azservicebus.SubQueue(0))
	peeked, err := receiver.PeekMessages(ctx, 10, nil)
	check(err)
	seen["peeked"] = len(peeked)
	var all []*azservicebus.ReceivedMessage
	for len(all) < 4 {
		all = append(all, receive(receiver, 4-len(all))...)
	}
	var bodies []string
	for _, each := range all {
		bodies = append(bodies, string(each.Body))
	}
	seen["bodies"] = bodies
	seen["properties"] = all[3].ApplicationProperties
	check(receiver.RenewMessageLock(ctx, all[0], nil))
	check(receiver.CompleteMessage(ctx, all[0], nil))
	check(receiver.AbandonMessage(ctx, all[1], nil))
	reason, because := "bad", "because"
	check(receiver.DeadLetterMessage(ctx, all[2], &azservicebus.DeadLetterOptions{Reason: &reason, ErrorDescription: &because}))
	check(receiver.DeferMessage(ctx, all[3], nil))
	again := receive(receiver, 1)[0]
	seen["again"] = []any{string(again.Body), again.DeliveryCount}
	check(receiver.CompleteMessage(ctx, again, nil))
	deferred, err := receiver.ReceiveDeferredMessages(ctx, []int64{*all[3].SequenceNumber}, nil)
	check(err)
	check(receiver.CompleteMessage(ctx, deferred[0], nil))
	dead := receive(withSubQueue(from), 1)[0]
	seen["dead"] = []string{string(dead.Body), *dead.DeadLetterReason, *dead.DeadLetterErrorDescription}
}

func loseLock(from *azservicebus.Client) {
	sender, err := from.NewSender("short", nil)
	check(err)
	check(sender.SendMessage(ctx, &azservicebus.Message{Body: []byte("slow")}, nil))
	receiver := receiver(from, "short", azservicebus.SubQueue(0))
	first := receive(receiver, 1)[0]
	second := receive(receiver, 1)[0]
	seen["late"] = code(receiver.CompleteMessage(ctx, first, nil))
	check(receiver.CompleteMessage(ctx, second, nil))
}

func refusals() {
	seen["nobody"] = tried(signIn("nobody"), "q")
	seen["vaults"] = tried(asking{signIn("app"), "https://vault.azure.net/.default"}, "q")
	seen["expired"] = tried(fixed(os.Getenv("EXPIRED")), "q")
	seen["forged"] = tried(fixed(os.Getenv("EXPIRED")+"x"), "q")
	seen["unknown"] = tried(signIn("app"), "none")
}

// What a client that receives is told.
func tried(credential azcore.TokenCredential, queue string) string {
	_, err := receiver(client(credential), queue, azservicebus.SubQueue(0)).ReceiveMessages(ctx, 1, nil)
	return code(err)
}

func code(err error) string {
	var known *azservicebus.Error
	if errors.As(err, &known) {
		return string(known.Code)
	}
	if err == nil {
		return "none"
	}
	first, _, _ := strings.Cut(err.Error(), ",")
	return first
}

func receiver(from *azservicebus.Client, queue string, sub azservicebus.SubQueue) *azservicebus.Receiver {
	receiver, err := from.NewReceiverForQueue(queue, &azservicebus.ReceiverOptions{SubQueue: sub})
	check(err)
	return receiver
}

func withSubQueue(from *azservicebus.Client) *azservicebus.Receiver {
	return receiver(from, "q", azservicebus.SubQueueDeadLetter)
}

func receive(from *azservicebus.Receiver, most int) []*azservicebus.ReceivedMessage {
	messages, err := from.ReceiveMessages(ctx, most, nil)
	check(err)
	return messages
}

func client(credential azcore.TokenCredential) *azservicebus.Client {
	client, err := azservicebus.NewClient(os.Getenv("NAMESPACE"), credential, &azservicebus.ClientOptions{
		TLSConfig:      trust,
		CustomEndpoint: os.Getenv("ENDPOINT"),
		RetryOptions:   azservicebus.RetryOptions{MaxRetries: 1, RetryDelay: 10 * time.Millisecond},
	})
	check(err)
	return client
}

func signIn(application string) azcore.TokenCredential {
	transport := &http.Client{Transport: &http.Transport{TLSClientConfig: trust}}
	credential, err := azidentity.NewClientSecretCredential(os.Getenv("TENANT"), application, "s",
		&azidentity.ClientSecretCredentialOptions{
			DisableInstanceDiscovery: true,
			ClientOptions: azcore.ClientOptions{
				Transport: transport,
				Cloud:     cloud.Configuration{ActiveDirectoryAuthorityHost: os.Getenv("AUTHORITY")},
			},
		})
	check(err)
	return credential
}

// A credential that asks for tokens for something else.
type asking struct {
	azcore.TokenCredential
	scope string
}

func (a asking) GetToken(ctx context.Context, options policy.TokenRequestOptions) (azcore.AccessToken, error) {
	options.Scopes = []string{a.scope}
	return a.TokenCredential.GetToken(ctx, options)
}

// A token that never changes, of which the client believes that it is valid.
type fixed string

func (f fixed) GetToken(context.Context, policy.TokenRequestOptions) (azcore.AccessToken, error) {
	return azcore.AccessToken{Token: string(f), ExpiresOn: time.Now().Add(time.Hour)}, nil
}

func authorities() *x509.CertPool {
	pem, err := os.ReadFile(os.Getenv("CA_FILE"))
	check(err)
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem)
	return pool
}

func check(err error) {
	if err != nil {
		log.Output(2, err.Error())
		os.Exit(1)
	}
}
