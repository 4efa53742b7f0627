// Whether the tools of the Operator Framework take a bundle: the validators of its API, as "operator-sdk
// bundle validate" runs them, and the check of the format of its registry, as "opm" does.
//
// It reads the bundle from the directory that is named, and prints a line for each error and warning. It
// ends with 1 where there is an error.
package main

import (
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"github.com/operator-framework/api/pkg/manifests"
	"github.com/operator-framework/api/pkg/validation"
	"github.com/operator-framework/operator-registry/pkg/lib/bundle"
	"github.com/sirupsen/logrus"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: olm-bundle DIRECTORY")
	}
	found := append(format(os.Args[1]), content(os.Args[1])...)
	for _, each := range found {
		fmt.Println(each)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

func format(directory string) []string {
	silent := logrus.New()
	silent.SetOutput(io.Discard)
	registry := bundle.NewImageValidator(nil, logrus.NewEntry(silent))
	var found []string
	if err := registry.ValidateBundleFormat(directory); err != nil {
		found = append(found, err.Error())
	}
	if err := registry.ValidateBundleContent(filepath.Join(directory, "manifests")); err != nil {
		found = append(found, err.Error())
	}
	return found
}

func content(directory string) []string {
	read, err := manifests.GetBundleFromDir(directory)
	if err != nil {
		return []string{err.Error()}
	}
	validators := validation.DefaultBundleValidators.WithValidators(
		validation.OperatorHubV2Validator,
		validation.StandardCategoriesValidator,
		validation.StandardCapabilitiesValidator,
		validation.ObjectValidator,
		validation.GoodPracticesValidator)
	var found []string
	for _, result := range validators.Validate(read.ObjectsToValidate()...) {
		for _, each := range result.Errors {
			found = append(found, each.Error())
		}
		for _, each := range result.Warnings {
			fmt.Println(each.Error())
		}
	}
	return found
}
