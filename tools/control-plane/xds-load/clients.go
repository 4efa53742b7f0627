package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"net"
	"sync"
	"sync/atomic"
	"time"

	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discovery "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"github.com/envoyproxy/go-control-plane/pkg/resource/v3"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
)

// connectionLimit is the time that a connection may take, from the first packet to the answer.
const connectionLimit = 30 * time.Second

type clientsReport struct {
	Connections  int            `json:"connections"`
	Failures     int            `json:"failures"`
	Texts        []failure      `json:"texts"`
	Issuers      map[string]int `json:"issuers"`
	Certificates []string       `json:"certificates"`
	Trusts       []string       `json:"trusts"`
}

type clients struct {
	dir, address, serverName string

	holdings *holdings
	failures *failures

	mutex       sync.Mutex
	connections int
	issuers     map[string]int
}

// load connects until the channel is closed, and returns the number of failures. Connections that
// are open then are finished, and count.
func load(dir, address, serverName string, count int, every time.Duration, stop <-chan struct{}) int {
	all := &clients{
		dir:        dir,
		address:    address,
		serverName: serverName,
		holdings:   newHoldings(),
		failures:   &failures{},
		issuers:    map[string]int{},
	}
	var running sync.WaitGroup
	for id := range count {
		running.Go(func() { all.run(id, every*time.Duration(id)/time.Duration(count), every, stop) })
	}
	printEachSecond(stop, all.report)
	running.Wait()
	printLine(all.report())
	failed, _ := all.failures.report()
	return failed
}

// run is one client. It begins later than others, so that not all connect in the same moment.
func (c *clients) run(id int, later, every time.Duration, stop <-chan struct{}) {
	select {
	case <-stop:
		return
	case <-time.After(later):
	}
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		issuer, err := c.connect(id)
		c.note(issuer, err)
		select {
		case <-stop:
			return
		case <-ticker.C:
		}
	}
}

// note counts a connection that is over. Each is a failure or has an issuer, in each report.
func (c *clients) note(issuer string, err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.connections++
	if err == nil {
		c.issuers[issuer]++
		return
	}
	log.Print(err)
	c.failures.add(err)
}

// connect opens one connection, gets one answer and closes. It returns the fingerprint of the CA
// at the top of the server's chain.
func (c *clients) connect(id int) (string, error) {
	var issuer atomic.Pointer[string]
	config, err := c.config(id, &issuer)
	if err != nil {
		return "", err
	}
	if err := once(c.address, config, fmt.Sprintf("client-%d", id)); err != nil {
		return "", err
	}
	return *issuer.Load(), nil
}

// once opens one connection as this node, gets one answer and closes.
func once(address string, config *tls.Config, node string) error {
	ctx, cancel := context.WithTimeout(context.Background(), connectionLimit)
	defer cancel()
	conn, err := grpc.NewClient("passthrough:///"+address,
		grpc.WithTransportCredentials(credentials.NewTLS(config)),
		grpc.WithContextDialer(onlyOnce()))
	if err != nil {
		return err
	}
	defer conn.Close()
	return ask(ctx, conn, node)
}

func (c *clients) config(id int, issuer *atomic.Pointer[string]) (*tls.Config, error) {
	files, err := c.holdings.read(func() (material, error) { return ofClient(c.dir) }, id)
	if err != nil {
		return nil, fmt.Errorf("files of a client: %w", err)
	}
	pair, err := files.pair()
	if err != nil {
		return nil, fmt.Errorf("certificate of a client: %w", err)
	}
	pool, err := files.pool()
	if err != nil {
		return nil, fmt.Errorf("CAs of a client: %w", err)
	}
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		// shown whatever CAs the server asks for, as Envoy does: Go would keep it to itself where the
		// server does not name its CA, and the server would have nothing to refuse
		GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
			return &pair, nil
		},
		RootCAs:    pool,
		ServerName: c.serverName,
		VerifyConnection: func(state tls.ConnectionState) error {
			chain := state.VerifiedChains[0]
			top := digest(chain[len(chain)-1].Raw)
			issuer.Store(&top)
			return nil
		},
	}, nil
}

// onlyOnce dials once. grpc would connect again by itself and hide that the first connection broke.
func onlyOnce() func(context.Context, string) (net.Conn, error) {
	var dialed atomic.Bool
	return func(ctx context.Context, address string) (net.Conn, error) {
		if dialed.Swap(true) {
			return nil, errors.New("the connection broke before there was an answer")
		}
		return (&net.Dialer{}).DialContext(ctx, "tcp", address)
	}
}

// ask opens the stream and waits for one answer.
func ask(ctx context.Context, conn *grpc.ClientConn, node string) error {
	stream, err := discovery.NewAggregatedDiscoveryServiceClient(conn).StreamAggregatedResources(ctx)
	if err != nil {
		return err
	}
	err = stream.Send(&discovery.DiscoveryRequest{
		Node:    &core.Node{Id: node},
		TypeUrl: resource.ClusterType,
	})
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	answer, err := stream.Recv() // where Send has said EOF this says why
	if err != nil {
		return err
	}
	if len(answer.GetResources()) != 1 {
		return fmt.Errorf("an answer with %d resources", len(answer.GetResources()))
	}
	return stream.CloseSend()
}

func (c *clients) report() any {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	count, texts := c.failures.report()
	certificates, trusts := c.holdings.report()
	return clientsReport{c.connections, count, texts, maps.Clone(c.issuers), certificates, trusts}
}
