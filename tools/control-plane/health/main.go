// What others than Kubernetes make of an object: kstatus, the library by which Flux and Config
// Sync judge; Flux with the expressions of a Kustomization; Argo CD with a script of its settings.
//
// It reads objects from the standard input, JSON, one after the other, and prints a line of JSON
// for each.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"log"
	"os"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/cli-utils/pkg/kstatus/status"
)

// Judgement is printed for each object.
type Judgement struct {
	// Kstatus is InProgress, Current, Failed or Terminating.
	Kstatus string `json:"kstatus"`
	// Message is that of kstatus.
	Message string `json:"message"`
	// Flux is what the expressions say; empty where there are none for the kind.
	Flux string `json:"flux"`
	// ArgoCD is what the script says; empty where there is none for the kind.
	ArgoCD string `json:"argocd"`
	// ArgoCDMessage is what the script says beside that.
	ArgoCDMessage string `json:"argocdMessage"`
}

func main() {
	kustomization := flag.String("kustomization", "", "file with a Kustomization of Flux")
	settings := flag.String("argocd", "", "file with the ConfigMap argocd-cm")
	flag.Parse()
	flux, err := readFlux(*kustomization)
	if err != nil {
		log.Fatal(err)
	}
	argo, err := readArgo(*settings)
	if err != nil {
		log.Fatal(err)
	}
	if err := judgeAll(flux, argo, os.Stdin, os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func judgeAll(flux *flux, argo argo, in io.Reader, out io.Writer) error {
	decoder := json.NewDecoder(bufio.NewReader(in))
	for {
		var raw json.RawMessage
		if err := decoder.Decode(&raw); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		object := &unstructured.Unstructured{}
		if err := object.UnmarshalJSON(raw); err != nil {
			return err
		}
		judged, err := judge(flux, argo, object)
		if err != nil {
			return err
		}
		if err := json.NewEncoder(out).Encode(judged); err != nil {
			return err
		}
	}
}

func judge(flux *flux, argo argo, object *unstructured.Unstructured) (*Judgement, error) {
	result, err := status.Compute(object)
	if err != nil {
		return nil, err
	}
	judged := &Judgement{Kstatus: result.Status.String(), Message: result.Message}
	if judged.Flux, err = flux.judge(context.Background(), object); err != nil {
		return nil, err
	}
	judged.ArgoCD, judged.ArgoCDMessage, err = argo.judge(object)
	return judged, err
}
