// Command xds-load is a server of xDS and many clients of it, both with certificates that they read
// anew for each connection. It shows whether a change of certificates is noticed by anybody.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

const usage = `xds-load serve --dir DIR --port-file FILE
    reads DIR/server/tls.crt, DIR/server/tls.key and DIR/ca/tls.crt
xds-load clients --dir DIR --address HOST:PORT --server-name NAME [--count 20] [--every 100ms]
    reads DIR/client/tls.crt, DIR/client/tls.key and DIR/client/ca.crt

xds-load sidecar --root DIR [--config /etc/envoy/bootstrap/config.json] [--address HOST:PORT]
                 [--every 100ms]
    reads what an Envoy would in a container whose files are in DIR: the bootstrap, the secret
    discovery files that it names, and the certificates that those name. Certificates are read anew
    when Envoy would do so. Without --address it looks at the files only

All print a line of JSON each second and a last one at SIGTERM. With --until-stdin-ends they also
end when their standard input does. clients and sidecar end with 1 when a connection has failed,
sidecar with 2 when Envoy would refuse a file or would trust any server.`

func main() {
	if len(os.Args) < 2 {
		fail(2, usage)
	}
	flags := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	withInput := flags.Bool("until-stdin-ends", false, "end when the standard input ends")
	switch os.Args[1] {
	case "serve":
		dir := flags.String("dir", "", "directory of the directories of certificates")
		portFile := flags.String("port-file", "", "the port is written to this file")
		parse(flags, dir, portFile)
		if err := serve(*dir, *portFile, stopped(*withInput)); err != nil {
			fail(2, err.Error())
		}
	case "clients":
		dir := flags.String("dir", "", "directory of the directories of certificates")
		address := flags.String("address", "", "host and port of the server")
		name := flags.String("server-name", "", "name that the server's certificate must have")
		count := flags.Int("count", 20, "number of clients")
		every := flags.Duration("every", 100*time.Millisecond, "time from one connection of a client to the next")
		parse(flags, dir, address, name)
		if *count < 1 || *every <= 0 {
			fail(2, "--count and --every must be greater than 0")
		}
		if failures := load(*dir, *address, *name, *count, *every, stopped(*withInput)); failures > 0 {
			os.Exit(1)
		}
	case "sidecar":
		root := flags.String("root", "", "directory with the files of the container")
		config := flags.String("config", "/etc/envoy/bootstrap/config.json", "the bootstrap, in the container")
		address := flags.String("address", "", "host and port of the server, in place of those in the bootstrap")
		every := flags.Duration("every", 100*time.Millisecond, "time from one connection to the next")
		parse(flags, root, config)
		if *every <= 0 {
			fail(2, "--every must be greater than 0")
		}
		failures, err := sidecarLoad(*root, *config, *address, *every, stopped(*withInput))
		if err != nil {
			fail(2, err.Error())
		}
		if failures > 0 {
			os.Exit(1)
		}
	default:
		fail(2, usage)
	}
}

// parse reads the flags. The given ones must have a value.
func parse(flags *flag.FlagSet, required ...*string) {
	_ = flags.Parse(os.Args[2:]) // ExitOnError
	for _, each := range required {
		if *each == "" || flags.NArg() > 0 {
			fail(2, usage)
		}
	}
}

func fail(status int, text string) {
	fmt.Fprintln(os.Stderr, text)
	os.Exit(status)
}

// stopped is closed at SIGTERM or SIGINT and, if so wished, at the end of the standard input, which
// comes when the process that has started this one is gone.
func stopped(withInput bool) <-chan struct{} {
	stop := make(chan struct{})
	reasons := make(chan struct{}, 2)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	go func() {
		<-signals
		reasons <- struct{}{}
	}()
	if withInput {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			reasons <- struct{}{}
		}()
	}
	go func() {
		<-reasons
		close(stop)
	}()
	return stop
}
