package main

import (
	"context"
	"fmt"
	"os"

	"github.com/fluxcd/pkg/apis/kustomize"
	"github.com/fluxcd/pkg/runtime/cel"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"
)

// flux has the expressions of a Kustomization, by the kind that they are for.
type flux struct {
	expressions map[schema.GroupKind]*cel.StatusEvaluator
}

func readFlux(file string) (*flux, error) {
	read := &flux{expressions: map[schema.GroupKind]*cel.StatusEvaluator{}}
	if file == "" {
		return read, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var kustomization struct {
		Spec struct {
			HealthCheckExprs []kustomize.CustomHealthCheck `json:"healthCheckExprs"`
		} `json:"spec"`
	}
	if err := yaml.Unmarshal(text, &kustomization); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for _, each := range kustomization.Spec.HealthCheckExprs {
		kind := schema.FromAPIVersionAndKind(each.APIVersion, each.Kind).GroupKind()
		evaluator, err := cel.NewStatusEvaluator(&each.HealthCheckExpressions)
		if err != nil {
			return nil, fmt.Errorf("%s: %v: %w", file, kind, err)
		}
		read.expressions[kind] = evaluator
	}
	return read, nil
}

// judge says what the expressions of the kind say; empty where there are none.
func (f *flux) judge(ctx context.Context, object *unstructured.Unstructured) (string, error) {
	evaluator, found := f.expressions[object.GroupVersionKind().GroupKind()]
	if !found {
		return "", nil
	}
	result, err := evaluator.Evaluate(ctx, object)
	if err != nil {
		// as a message of Flux would have it; it waits on
		return "Error: " + err.Error(), nil
	}
	return result.Status.String(), nil
}
