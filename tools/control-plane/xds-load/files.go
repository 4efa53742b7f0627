package main

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// material is what one end shows and what it trusts: the bytes of its files at one moment.
type material struct {
	certificate, key, trust []byte
}

// readDirectory reads files of one volume, as kubelets write them: all lie behind one symbolic link
// that is replaced at any time. It is resolved once, so that all files are of one revision.
func readDirectory(dir string, names ...string) ([][]byte, error) {
	revision, err := filepath.EvalSymlinks(filepath.Join(dir, "..data"))
	if err != nil {
		return nil, err
	}
	contents := make([][]byte, 0, len(names))
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(revision, name))
		if err != nil {
			return nil, err
		}
		contents = append(contents, content)
	}
	return contents, nil
}

// ofServer reads the files of the server. Its own certificate and those that it trusts are in two
// directories, which may be replaced at different times.
func ofServer(dir string) (material, error) {
	own, err := readDirectory(filepath.Join(dir, "server"), "tls.crt", "tls.key")
	if err != nil {
		return material{}, err
	}
	trust, err := readDirectory(filepath.Join(dir, "ca"), "tls.crt")
	if err != nil {
		return material{}, err
	}
	return material{own[0], own[1], trust[0]}, nil
}

// ofClient reads the files of a client.
func ofClient(dir string) (material, error) {
	all, err := readDirectory(filepath.Join(dir, "client"), "tls.crt", "tls.key", "ca.crt")
	if err != nil {
		return material{}, err
	}
	return material{all[0], all[1], all[2]}, nil
}

// pair parses the certificate and its key, which must belong to each other.
func (m material) pair() (tls.Certificate, error) {
	return tls.X509KeyPair(m.certificate, m.key)
}

// pool parses the certificates to trust. There must be nothing else in the text.
func (m material) pool() (*x509.CertPool, error) {
	pool := x509.NewCertPool()
	count := 0
	for rest := m.trust; ; count++ {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			break
		}
		if block.Type != "CERTIFICATE" {
			return nil, fmt.Errorf("a bundle with a block of the type %q", block.Type)
		}
		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("a bundle with a wrong certificate: %w", err)
		}
		pool.AddCert(certificate)
	}
	if count == 0 {
		return nil, fmt.Errorf("a bundle without a certificate")
	}
	return pool, nil
}

// holdings knows which files are in use, so that a test can wait until the former ones are in no
// connection any more.
type holdings struct {
	mutex sync.Mutex
	held  map[int]digests
}

type digests struct {
	certificate, trust string
}

func newHoldings() *holdings {
	return &holdings{held: map[int]digests{}}
}

// read reads files for these users. Reading and noting is one step: files that somebody has read
// are never missing in a report.
func (h *holdings) read(read func() (material, error), users ...int) (material, error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	m, err := read()
	if err == nil {
		for _, user := range users {
			h.held[user] = digests{digest(m.certificate), digest(m.trust)}
		}
	}
	return m, err
}

// release forgets a user.
func (h *holdings) release(user int) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	delete(h.held, user)
}

// report lists the digests of certificates and of bundles that are in use, each once.
func (h *holdings) report() (certificates, trusts []string) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	certificates, trusts = []string{}, []string{}
	for _, each := range h.held {
		certificates = append(certificates, each.certificate)
		trusts = append(trusts, each.trust)
	}
	slices.Sort(certificates)
	slices.Sort(trusts)
	return slices.Compact(certificates), slices.Compact(trusts)
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
