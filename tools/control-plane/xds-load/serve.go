package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"log"
	"net"
	"os"
	"strconv"
	"sync"
	"time"

	cluster "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discovery "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"github.com/envoyproxy/go-control-plane/pkg/cache/types"
	"github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	"github.com/envoyproxy/go-control-plane/pkg/resource/v3"
	xds "github.com/envoyproxy/go-control-plane/pkg/server/v3"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/protobuf/types/known/durationpb"
)

const (
	snapshotName    = "all"
	handshakeLimit  = 30 * time.Second
	latestHandshake = -1
)

// oneForAll gives all nodes the same snapshot.
type oneForAll struct{}

func (oneForAll) ID(*core.Node) string {
	return snapshotName
}

type serverReport struct {
	Handshakes   int       `json:"handshakes"`
	Failures     int       `json:"failures"`
	Texts        []failure `json:"texts"`
	Certificates []string  `json:"certificates"`
	Trusts       []string  `json:"trusts"`
}

// serve answers until the channel is closed.
func serve(dir, portFile string, stop <-chan struct{}) error {
	snapshots, err := snapshots()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	tlsCredentials := newServerCredentials(dir)
	server := grpc.NewServer(grpc.Creds(tlsCredentials), grpc.ConnectionTimeout(handshakeLimit))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	discovery.RegisterAggregatedDiscoveryServiceServer(server, xds.NewServer(ctx, snapshots, nil))
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	if err := writePort(portFile, listener.Addr().(*net.TCPAddr).Port); err != nil {
		return err
	}
	go func() {
		<-stop
		server.Stop()
	}()
	printEachSecond(stop, tlsCredentials.report)
	err = <-ended
	printLine(tlsCredentials.report())
	return err
}

func snapshots() (cache.SnapshotCache, error) {
	snapshot, err := cache.NewSnapshot("1", map[resource.Type][]types.Resource{
		resource.ClusterType: {&cluster.Cluster{
			Name:                 "backend",
			ConnectTimeout:       durationpb.New(time.Second),
			ClusterDiscoveryType: &cluster.Cluster_Type{Type: cluster.Cluster_STATIC},
		}},
	})
	if err != nil {
		return nil, err
	}
	snapshots := cache.NewSnapshotCache(true, oneForAll{}, nil)
	return snapshots, snapshots.SetSnapshot(context.Background(), snapshotName, snapshot)
}

// writePort writes the file at once: who sees it sees all of it.
func writePort(file string, port int) error {
	next := file + ".next"
	if err := os.WriteFile(next, []byte(strconv.Itoa(port)), 0o644); err != nil {
		return err
	}
	return os.Rename(next, file)
}

// serverCredentials is TLS with files that are read for each handshake, and counts.
type serverCredentials struct {
	credentials.TransportCredentials
	dir      string
	holdings *holdings
	failures *failures

	mutex      sync.Mutex
	handshakes int
}

func newServerCredentials(dir string) *serverCredentials {
	return &serverCredentials{
		TransportCredentials: credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS12}),
		dir:                  dir,
		holdings:             newHoldings(),
		failures:             &failures{},
	}
}

// ServerHandshake reads the files when the client has said its first word.
func (s *serverCredentials) ServerHandshake(conn net.Conn) (net.Conn, credentials.AuthInfo, error) {
	number := s.next()
	defer s.holdings.release(number)
	secured, info, err := credentials.NewTLS(&tls.Config{
		MinVersion: tls.VersionTLS12,
		GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
			return s.config(number)
		},
	}).ServerHandshake(conn)
	if err != nil {
		log.Printf("handshake %d: %v", number, err)
		s.failures.add(err)
	}
	return secured, info, err
}

func (s *serverCredentials) next() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.handshakes++
	return s.handshakes
}

func (s *serverCredentials) config(number int) (*tls.Config, error) {
	read := func() (material, error) { return ofServer(s.dir) }
	files, err := s.holdings.read(read, number, latestHandshake)
	if err != nil {
		return nil, fmt.Errorf("files of the server: %w", err)
	}
	pair, err := files.pair()
	if err != nil {
		return nil, fmt.Errorf("certificate of the server: %w", err)
	}
	pool, err := files.pool()
	if err != nil {
		return nil, fmt.Errorf("CAs of the server: %w", err)
	}
	return &tls.Config{
		MinVersion:   tls.VersionTLS12,
		NextProtos:   []string{"h2"},
		Certificates: []tls.Certificate{pair},
		ClientAuth:   tls.RequireAndVerifyClientCert,
		ClientCAs:    pool,
		// a session that is resumed would not show whether the certificates are good
		SessionTicketsDisabled: true,
	}, nil
}

// Clone is asked for by grpc; the counts are those of all clones.
func (s *serverCredentials) Clone() credentials.TransportCredentials {
	return s
}

func (s *serverCredentials) report() any {
	s.mutex.Lock()
	handshakes := s.handshakes
	s.mutex.Unlock()
	count, texts := s.failures.report()
	certificates, trusts := s.holdings.report()
	return serverReport{handshakes, count, texts, certificates, trusts}
}
