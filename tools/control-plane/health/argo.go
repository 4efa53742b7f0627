package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/gobwas/glob"
	lua "github.com/yuin/gopher-lua"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	luajson "layeh.com/gopher-json"
	"sigs.k8s.io/yaml"
)

// argo has the scripts of Argo CD's setting resource.customizations, by a pattern of GROUP/KIND.
type argo map[string]string

func readArgo(file string) (argo, error) {
	read := argo{}
	if file == "" {
		return read, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var settings struct {
		Data map[string]string `json:"data"`
	}
	if err := yaml.Unmarshal(text, &settings); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var customizations map[string]struct {
		Health string `json:"health.lua"`
	}
	err = yaml.UnmarshalStrict([]byte(settings.Data["resource.customizations"]), &customizations)
	if err != nil {
		return nil, fmt.Errorf("%s: resource.customizations: %w", file, err)
	}
	for pattern, each := range customizations {
		read[pattern] = each.Health
	}
	return read, nil
}

// judge says status and message; both are empty where no pattern fits. Argo CD calls what is being
// deleted Progressing and asks no script.
func (a argo) judge(object *unstructured.Unstructured) (string, string, error) {
	kind := object.GroupVersionKind().GroupKind()
	for pattern, script := range a {
		compiled, err := glob.Compile(pattern)
		if err != nil {
			return "", "", fmt.Errorf("%s: %w", pattern, err)
		}
		if !compiled.Match(kind.Group + "/" + kind.Kind) {
			continue
		}
		if object.GetDeletionTimestamp() != nil {
			return "Progressing", "Pending deletion", nil
		}
		return run(object, script)
	}
	return "", "", nil
}

// run gives a script what Argo CD gives it: the libraries base, package and table, the object, and
// a second.
func run(object *unstructured.Unstructured, script string) (string, string, error) {
	state := lua.NewState(lua.Options{SkipOpenLibs: true})
	defer state.Close()
	for _, library := range []struct {
		name string
		open lua.LGFunction
	}{
		{lua.LoadLibName, lua.OpenPackage},
		{lua.BaseLibName, lua.OpenBase},
		{lua.TabLibName, lua.OpenTable},
	} {
		call := lua.P{Fn: state.NewFunction(library.open), NRet: 0, Protect: true}
		if err := state.CallByParam(call, lua.LString(library.name)); err != nil {
			return "", "", err
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	state.SetContext(ctx)
	plain, err := object.MarshalJSON()
	if err != nil {
		return "", "", err
	}
	value, err := luajson.Decode(state, plain)
	if err != nil {
		return "", "", err
	}
	state.SetGlobal("obj", value)
	if err := state.DoString(script); err != nil {
		return "", "", err
	}
	encoded, err := luajson.Encode(state.Get(-1))
	if err != nil {
		return "", "", err
	}
	var health struct {
		Status  string `json:"status"`
		Message string `json:"message"`
	}
	if err := json.Unmarshal(encoded, &health); err != nil {
		return "", "", fmt.Errorf("%s: %w", encoded, err)
	}
	return health.Status, health.Message, nil
}
