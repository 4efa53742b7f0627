package main

import (
	"errors"
	"fmt"
	"path"

	core "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/anypb"
	"sigs.k8s.io/yaml"
)

// message reads a file as Envoy does: by the end of its name it is YAML or JSON, and it has neither
// a field nor a type that is not known.
func (c container) message(file string, into proto.Message) error {
	text, err := c.read(file)
	if err != nil {
		return err
	}
	switch path.Ext(file) {
	case ".yaml", ".yml":
		if text, err = yaml.YAMLToJSONStrict(text); err != nil {
			return fmt.Errorf("no YAML: %w", err)
		}
	case ".json":
	default:
		return errors.New("neither .yaml nor .json")
	}
	if err := protojson.Unmarshal(text, into); err != nil {
		return err
	}
	return examine(into)
}

// examine checks the rules of a message, and of all messages that are packed in it.
func examine(message proto.Message) error {
	if rules, has := message.(interface{ ValidateAll() error }); has {
		if err := rules.ValidateAll(); err != nil {
			return err
		}
	}
	return examineFields(message.ProtoReflect())
}

// examineFields looks at what is set. A field that is deprecated now is refused by a later Envoy.
func examineFields(message protoreflect.Message) error {
	if err := examineVersion(message.Interface()); err != nil {
		return err
	}
	var problem error
	message.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		if field.Options().(*descriptorpb.FieldOptions).GetDeprecated() {
			problem = fmt.Errorf("field %s is deprecated", field.FullName())
			return false
		}
		problem = examineValue(field, value)
		return problem == nil
	})
	return problem
}

func examineValue(field protoreflect.FieldDescriptor, value protoreflect.Value) error {
	switch {
	case field.IsMap():
		var problem error
		value.Map().Range(func(_ protoreflect.MapKey, each protoreflect.Value) bool {
			problem = examineOne(field.MapValue(), each)
			return problem == nil
		})
		return problem
	case field.IsList():
		for i := range value.List().Len() {
			if err := examineOne(field, value.List().Get(i)); err != nil {
				return err
			}
		}
		return nil
	default:
		return examineOne(field, value)
	}
}

func examineOne(field protoreflect.FieldDescriptor, value protoreflect.Value) error {
	if field.Message() == nil {
		return nil
	}
	packed, is := value.Message().Interface().(*anypb.Any)
	if !is {
		return examineFields(value.Message())
	}
	unpacked, err := packed.UnmarshalNew()
	if err != nil {
		return err
	}
	if err := examine(unpacked); err != nil {
		return fmt.Errorf("%s: %w", packed.GetTypeUrl(), err)
	}
	return nil
}

// examineVersion looks for V3. What is not said is the former version, which Envoy has no more.
func examineVersion(message proto.Message) error {
	switch source := message.(type) {
	case *core.ConfigSource:
		if source.GetResourceApiVersion() != core.ApiVersion_V3 {
			return errors.New("a source of configuration without resource_api_version V3")
		}
	case *core.ApiConfigSource:
		if source.GetTransportApiVersion() != core.ApiVersion_V3 {
			return errors.New("a source of configuration without transport_api_version V3")
		}
	}
	return nil
}
