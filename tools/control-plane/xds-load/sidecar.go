package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// mostReadings is how often files are read until two readings are the same.
const mostReadings = 20

type sidecarReport struct {
	Endpoint    string         `json:"endpoint"`
	Sni         string         `json:"sni"`
	ServerNames []string       `json:"serverNames"`
	Watched     []string       `json:"watched"`
	Connections int            `json:"connections"`
	Failures    int            `json:"failures"`
	Texts       []failure      `json:"texts"`
	Issuers     map[string]int `json:"issuers"`
	Serial      string         `json:"serial"`
	Serials     map[string]int `json:"serials"`
}

// followed are files that are read anew after a move in their watched directories, and not before.
type followed struct {
	in       container
	files    []string
	moves    *moves
	contents [][]byte
}

func follow(in container, watched []string, files ...string) (*followed, error) {
	directories := make([]string, 0, len(watched))
	for _, each := range watched {
		directories = append(directories, in.outside(each))
	}
	moves, err := watchMoves(directories)
	if err != nil {
		return nil, err
	}
	followed := &followed{in: in, files: files, moves: moves}
	return followed, followed.read()
}

func (f *followed) refresh() error {
	if moved, err := f.moves.any(); err != nil || !moved {
		return err
	}
	return f.read()
}

// read reads until nothing changes in between: the files belong to each other.
func (f *followed) read() error {
	var former [][]byte
	for range mostReadings {
		contents := make([][]byte, 0, len(f.files))
		for _, each := range f.files {
			content, err := f.in.read(each)
			if err != nil {
				return err
			}
			contents = append(contents, content)
		}
		if slices.EqualFunc(contents, former, bytes.Equal) {
			f.contents = contents
			return nil
		}
		former = contents
	}
	return fmt.Errorf("%v change all the time", f.files)
}

// sidecar is one Envoy.
type sidecar struct {
	files       *sidecarFiles
	pair, trust *followed
	failures    *failures

	mutex       sync.Mutex
	connections int
	serial      string
	serials     map[string]int
	issuers     map[string]int
}

// newSidecar reads all files, and refuses what cannot be used.
func newSidecar(root, config string) (*sidecar, error) {
	in := container(root)
	files, err := readSidecar(in, config)
	if err != nil {
		return nil, err
	}
	s := &sidecar{
		files:    files,
		failures: &failures{},
		serials:  map[string]int{},
		issuers:  map[string]int{},
	}
	if s.pair, err = follow(in, files.pairWatched, files.chain, files.key); err != nil {
		return nil, fmt.Errorf("%s: %w", files.clientFile, err)
	}
	if s.trust, err = follow(in, files.trustWatched, files.ca); err != nil {
		return nil, fmt.Errorf("%s: %w", files.serverFile, err)
	}
	if _, _, err := s.config(nil); err != nil {
		return nil, err
	}
	return s, nil
}

// sidecarLoad connects again and again until the channel is closed, and returns the number of
// failures. Without an address it only looks at the files.
func sidecarLoad(root, config, address string, every time.Duration, stop <-chan struct{}) (int, error) {
	s, err := newSidecar(root, config)
	if err != nil {
		return 0, err
	}
	if address != "" {
		var running sync.WaitGroup
		running.Go(func() { s.run(address, every, stop) })
		printEachSecond(stop, s.report)
		running.Wait()
	}
	printLine(s.report())
	failed, _ := s.failures.report()
	return failed, nil
}

func (s *sidecar) run(address string, every time.Duration, stop <-chan struct{}) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		serial, issuer, err := s.connect(address)
		s.note(serial, issuer, err)
		select {
		case <-stop:
			return
		case <-ticker.C:
		}
	}
}

// note counts a connection that is over. Each is a failure or has a serial number and an issuer.
func (s *sidecar) note(serial, issuer string, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.connections++
	s.serial = serial
	if err == nil {
		s.serials[serial]++
		s.issuers[issuer]++
		return
	}
	log.Print(err)
	s.failures.add(err)
}

// connect opens one connection, gets one answer and closes. It returns the serial number of the own
// certificate, and the fingerprint of the CA at the top of the server's chain.
func (s *sidecar) connect(address string) (serial, issuer string, err error) {
	var top atomic.Pointer[string]
	if err := errors.Join(s.pair.refresh(), s.trust.refresh()); err != nil {
		return "", "", err
	}
	config, serial, err := s.config(&top)
	if err != nil {
		return "", "", err
	}
	if err := once(address, config, "sidecar"); err != nil {
		return serial, "", err
	}
	return serial, *top.Load(), nil
}

// config is TLS as the files want it, and the serial number of the own certificate.
func (s *sidecar) config(top *atomic.Pointer[string]) (*tls.Config, string, error) {
	files := material{s.pair.contents[0], s.pair.contents[1], s.trust.contents[0]}
	pair, err := files.pair()
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", s.files.chain, err)
	}
	pool, err := files.pool()
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", s.files.ca, err)
	}
	names := s.files.serverNames
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
			return &pair, nil // whatever the server asks for, as Envoy does
		},
		ServerName: s.files.sni,
		// Envoy does not look for the name that it says in the handshake, but for those of its files
		InsecureSkipVerify: true,
		VerifyConnection: func(state tls.ConnectionState) error {
			issuer, err := verify(state.PeerCertificates, pool, names)
			top.Store(&issuer)
			return err
		},
	}, serialOf(pair.Leaf), nil
}

// verify looks for a way from the server's certificate to one of the CAs, and for one of the names.
// It returns the fingerprint of the CA.
func verify(shown []*x509.Certificate, pool *x509.CertPool, names []string) (string, error) {
	between := x509.NewCertPool()
	for _, each := range shown[1:] {
		between.AddCert(each)
	}
	chains, err := shown[0].Verify(x509.VerifyOptions{Roots: pool, Intermediates: between})
	if err != nil {
		return "", err
	}
	for _, each := range names {
		if err = shown[0].VerifyHostname(each); err == nil {
			return digest(chains[0][len(chains[0])-1].Raw), nil
		}
	}
	return "", err
}

func serialOf(certificate *x509.Certificate) string {
	return certificate.SerialNumber.Text(16)
}

func (s *sidecar) report() any {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	count, texts := s.failures.report()
	watched := append(slices.Clone(s.files.pairWatched), s.files.trustWatched...)
	slices.Sort(watched)
	return sidecarReport{
		Endpoint:    s.files.endpoint,
		Sni:         s.files.sni,
		ServerNames: s.files.serverNames,
		Watched:     slices.Compact(watched),
		Connections: s.connections,
		Failures:    count,
		Texts:       texts,
		Issuers:     maps.Clone(s.issuers),
		Serial:      s.serial,
		Serials:     maps.Clone(s.serials),
	}
}
