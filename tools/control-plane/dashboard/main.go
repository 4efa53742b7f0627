// Whether Grafana's own definitions take a dashboard: each field of it by name and type, with the
// options of its panels and its queries to Prometheus. A text that is one of several by those
// definitions, such as the place of a legend, may be any text.
//
// It reads a dashboard from the file that is named, JSON, and prints a line for each error. It ends
// with 1 where there is one.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"slices"

	"github.com/grafana/grafana-foundation-sdk/go/cog"
	"github.com/grafana/grafana-foundation-sdk/go/cog/plugins"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: dashboard FILE")
	}
	raw, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	plugins.RegisterDefaultPlugins()
	found := asWritten(raw)
	read := dashboard.Dashboard{}
	// what cannot be read would be judged by the part that was
	if len(found) == 0 {
		found = texts(json.Unmarshal(raw, &read))
	}
	if len(found) == 0 {
		found = append(unknownTypes(read), texts(read.Validate())...)
	}
	for _, each := range found {
		fmt.Println(each)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
	fmt.Printf("%d panels\n", panels(read))
}

// Errors of fields as they are written: unknown ones, wrong types, and those that are missing.
func asWritten(raw []byte) []string {
	strict := dashboard.Dashboard{}
	found := texts(strict.UnmarshalJSONStrict(raw))
	// that does not look at names of fields in fieldConfig, and in queries to what it does not know
	parts := struct {
		Panels []struct {
			FieldConfig json.RawMessage `json:"fieldConfig"`
			Targets     []struct {
				Datasource struct {
					Type string `json:"type"`
				} `json:"datasource"`
			} `json:"targets"`
		} `json:"panels"`
	}{}
	if err := json.Unmarshal(raw, &parts); err != nil {
		return append(found, err.Error())
	}
	for i, each := range parts.Panels {
		config := dashboard.FieldConfigSource{}
		for _, text := range texts(config.UnmarshalJSONStrict(each.FieldConfig)) {
			found = append(found, fmt.Sprintf("panels[%d].fieldConfig.%s", i, text))
		}
		for _, target := range each.Targets {
			if target.Datasource.Type != "prometheus" {
				found = append(found, fmt.Sprintf(
					"panels[%d]: a query to %q is not looked at", i, target.Datasource.Type))
			}
		}
	}
	return found
}

// An error of none is not nil there.
func texts(err error) []string {
	if err == nil {
		return nil
	}
	var several cog.BuildErrors
	if !errors.As(err, &several) {
		return []string{err.Error()}
	}
	var found []string
	for _, each := range several {
		found = append(found, each.Error())
	}
	slices.Sort(found)
	return found
}

// Options of a type that is not known are taken as they are, so it must be known.
func unknownTypes(read dashboard.Dashboard) []string {
	var found []string
	for _, each := range read.Panels {
		if each.Panel == nil {
			continue
		}
		if _, known := cog.ConfigForPanelcfgVariant(each.Panel.Type); !known {
			found = append(found, fmt.Sprintf("panel type %q is not known", each.Panel.Type))
		}
	}
	return found
}

func panels(read dashboard.Dashboard) int {
	n := 0
	for _, each := range read.Panels {
		if each.Panel != nil {
			n++
		}
	}
	return n
}
