package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path"
	"path/filepath"
	"strconv"

	bootstrap "github.com/envoyproxy/go-control-plane/envoy/config/bootstrap/v3"
	cluster "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	endpoint "github.com/envoyproxy/go-control-plane/envoy/config/endpoint/v3"
	tlsv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/transport_sockets/tls/v3"
	upstream "github.com/envoyproxy/go-control-plane/envoy/extensions/upstreams/http/v3"
	discovery "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"github.com/envoyproxy/go-control-plane/pkg/resource/v3"

	// what a bootstrap may have besides
	_ "github.com/envoyproxy/go-control-plane/envoy/extensions/access_loggers/file/v3"
)

const httpOptions = "envoy.extensions.upstreams.http.v3.HttpProtocolOptions"

// container is the directory in which the files of a container lie.
type container string

func (c container) outside(name string) string {
	return filepath.Join(string(c), name)
}

func (c container) read(name string) ([]byte, error) {
	if !path.IsAbs(name) {
		return nil, fmt.Errorf("%q is no absolute path", name)
	}
	return os.ReadFile(c.outside(name))
}

// sidecarFiles is what an Envoy needs to know for its connection to the discovery service. Paths
// are those in the container.
type sidecarFiles struct {
	endpoint, sni  string
	chain, key, ca string
	serverNames    []string
	pairWatched    []string
	trustWatched   []string
	clientSecret   string
	serverSecret   string
	clientFile     string
	serverFile     string
}

// readSidecar reads a bootstrap and what it refers to, down to the paths of certificates. It
// refuses what Envoy refuses, and what would let it trust any server.
func readSidecar(in container, config string) (*sidecarFiles, error) {
	var files *sidecarFiles
	boot := &bootstrap.Bootstrap{}
	err := in.message(config, boot)
	if err == nil {
		files, err = fromBootstrap(boot)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", config, err)
	}
	client, err := in.secret(files.clientFile, files.clientSecret)
	if err == nil {
		err = files.takeClient(client)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", files.clientFile, err)
	}
	server, err := in.secret(files.serverFile, files.serverSecret)
	if err == nil {
		err = files.takeServer(server)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", files.serverFile, err)
	}
	return files, nil
}

func fromBootstrap(boot *bootstrap.Bootstrap) (*sidecarFiles, error) {
	resources := boot.GetDynamicResources()
	if resources.GetCdsConfig().GetAds() == nil || resources.GetLdsConfig().GetAds() == nil {
		return nil, errors.New("clusters and listeners are not asked for by ADS")
	}
	ads := resources.GetAdsConfig()
	if ads.GetApiType() != core.ApiConfigSource_GRPC || len(ads.GetGrpcServices()) != 1 {
		return nil, errors.New("dynamic_resources.ads_config is not one service of gRPC")
	}
	name := ads.GetGrpcServices()[0].GetEnvoyGrpc().GetClusterName()
	for _, each := range boot.GetStaticResources().GetClusters() {
		if each.GetName() == name {
			files, err := fromCluster(each)
			if err != nil {
				return nil, fmt.Errorf("cluster %q: %w", name, err)
			}
			return files, nil
		}
	}
	return nil, fmt.Errorf("no static cluster %q, which dynamic_resources.ads_config names", name)
}

func fromCluster(xds *cluster.Cluster) (*sidecarFiles, error) {
	address, err := addressOf(xds)
	if err != nil {
		return nil, err
	}
	if err := speaksHttp2(xds); err != nil {
		return nil, err
	}
	context := &tlsv3.UpstreamTlsContext{}
	if xds.GetTransportSocket() == nil {
		return nil, errors.New("no transport_socket: it would not be TLS")
	}
	if err := xds.GetTransportSocket().GetTypedConfig().UnmarshalTo(context); err != nil {
		return nil, fmt.Errorf("transport_socket: %w", err)
	}
	common := context.GetCommonTlsContext()
	own := common.GetTlsCertificateSdsSecretConfigs()
	if len(own) != 1 || len(common.GetTlsCertificates()) > 0 {
		return nil, errors.New("not one client certificate in tls_certificate_sds_secret_configs")
	}
	trust := common.GetValidationContextSdsSecretConfig()
	if trust == nil {
		return nil, errors.New("no validation_context_sds_secret_config: any server would do")
	}
	files := &sidecarFiles{endpoint: address, sni: context.GetSni()}
	if files.clientFile, err = pathOf(own[0]); err != nil {
		return nil, err
	}
	if files.serverFile, err = pathOf(trust); err != nil {
		return nil, err
	}
	files.clientSecret, files.serverSecret = own[0].GetName(), trust.GetName()
	return files, nil
}

// addressOf is where the cluster is. One that Envoy had to ask for could not be asked for there.
func addressOf(xds *cluster.Cluster) (string, error) {
	switch xds.GetType() {
	case cluster.Cluster_STATIC, cluster.Cluster_STRICT_DNS, cluster.Cluster_LOGICAL_DNS:
	default:
		return "", fmt.Errorf("type %s", xds.GetType())
	}
	var all []*endpoint.LbEndpoint
	for _, each := range xds.GetLoadAssignment().GetEndpoints() {
		all = append(all, each.GetLbEndpoints()...)
	}
	if len(all) != 1 {
		return "", fmt.Errorf("load_assignment with %d endpoints", len(all))
	}
	socket := all[0].GetEndpoint().GetAddress().GetSocketAddress()
	if socket.GetAddress() == "" || socket.GetPortValue() == 0 {
		return "", errors.New("load_assignment without a host and a port")
	}
	if xds.GetType() == cluster.Cluster_STATIC && net.ParseIP(socket.GetAddress()) == nil {
		return "", fmt.Errorf("type STATIC, and %q is no IP address", socket.GetAddress())
	}
	return net.JoinHostPort(socket.GetAddress(), strconv.Itoa(int(socket.GetPortValue()))), nil
}

// speaksHttp2 looks for what gRPC needs.
func speaksHttp2(xds *cluster.Cluster) error {
	typed, found := xds.GetTypedExtensionProtocolOptions()[httpOptions]
	if !found {
		return errors.New("no HttpProtocolOptions: it would not be HTTP/2")
	}
	options := &upstream.HttpProtocolOptions{}
	if err := typed.UnmarshalTo(options); err != nil {
		return fmt.Errorf("typed_extension_protocol_options: %w", err)
	}
	if options.GetExplicitHttpConfig().GetHttp2ProtocolOptions() == nil {
		return errors.New("HttpProtocolOptions without http2_protocol_options")
	}
	return nil
}

// pathOf is where the secret discovery file is.
func pathOf(secret *tlsv3.SdsSecretConfig) (string, error) {
	file := secret.GetSdsConfig().GetPathConfigSource().GetPath()
	if file == "" {
		return "", fmt.Errorf("secret %q has no sds_config.path_config_source", secret.GetName())
	}
	return file, nil
}

// secret reads a secret discovery file, which has exactly this one.
func (c container) secret(file, name string) (*tlsv3.Secret, error) {
	response := &discovery.DiscoveryResponse{}
	if err := c.message(file, response); err != nil {
		return nil, err
	}
	if given := response.GetTypeUrl(); given != "" && given != resource.SecretType {
		return nil, fmt.Errorf("type_url %s", given)
	}
	if len(response.GetResources()) != 1 {
		return nil, fmt.Errorf("%d resources, and Envoy wants one", len(response.GetResources()))
	}
	secret := &tlsv3.Secret{}
	if err := response.GetResources()[0].UnmarshalTo(secret); err != nil {
		return nil, fmt.Errorf("resource: %w", err)
	}
	if secret.GetName() != name {
		return nil, fmt.Errorf("secret %q, and %q is asked for", secret.GetName(), name)
	}
	return secret, nil
}

func (f *sidecarFiles) takeClient(secret *tlsv3.Secret) error {
	own := secret.GetTlsCertificate()
	if own == nil {
		return fmt.Errorf("secret %q is no tls_certificate", secret.GetName())
	}
	f.chain, f.key = own.GetCertificateChain().GetFilename(), own.GetPrivateKey().GetFilename()
	if f.chain == "" || f.key == "" {
		return fmt.Errorf("secret %q lacks the filename of its chain or of its key", secret.GetName())
	}
	f.pairWatched = watched(own.GetWatchedDirectory(), f.chain, f.key)
	return nil
}

func (f *sidecarFiles) takeServer(secret *tlsv3.Secret) error {
	trust := secret.GetValidationContext()
	if trust == nil {
		return fmt.Errorf("secret %q is no validation_context", secret.GetName())
	}
	if f.ca = trust.GetTrustedCa().GetFilename(); f.ca == "" {
		return fmt.Errorf("secret %q lacks the filename of trusted_ca", secret.GetName())
	}
	for _, each := range trust.GetMatchTypedSubjectAltNames() {
		name := each.GetMatcher().GetExact()
		if each.GetSanType() != tlsv3.SubjectAltNameMatcher_DNS || name == "" {
			return fmt.Errorf("secret %q has a matcher that is not a whole DNS name", secret.GetName())
		}
		f.serverNames = append(f.serverNames, name)
	}
	if len(f.serverNames) == 0 {
		return fmt.Errorf("secret %q has no name of the server: any certificate of the CA would do",
			secret.GetName())
	}
	f.trustWatched = watched(trust.GetWatchedDirectory(), f.ca)
	return nil
}

// watched are the directories in which Envoy looks for moves: the given one, else those in which
// the files are.
func watched(given *core.WatchedDirectory, files ...string) []string {
	if given != nil {
		return []string{given.GetPath()}
	}
	var directories []string
	for _, each := range files {
		directories = append(directories, path.Dir(each))
	}
	return directories
}
