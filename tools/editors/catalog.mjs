// Writes a catalog for Kaoto (https://kaoto.io), the graphical editor of Camel's routes: Kaoto's own one of the same
// Camel version, with the operator's components, and without what overlays may not use.
// Usage, in the root of the checkout after a build: node tools/editors/catalog.mjs DIRECTORY
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const out = process.argv[2];
if (!out) {
  console.error("usage: node tools/editors/catalog.mjs DIRECTORY");
  process.exit(2);
}
const read = (file) => JSON.parse(fs.readFileSync(file, "utf8"));
const source = path.dirname(require.resolve("@kaoto/camel-catalog/index.json"));
const library = read(path.join(source, "index.json"));
const camel = fs.readFileSync("pom.xml", "utf8").match(/<camel\.version>(\d+\.\d+)\./)[1];
const definition = library.definitions.find(
  (each) => each.runtime === "Main" && each.version.startsWith(camel + ".") && !each.version.includes("redhat"),
);
if (!definition) {
  console.error(`@kaoto/camel-catalog has no catalog of Camel ${camel}; use another version of it`);
  process.exit(1);
}
const folder = path.dirname(path.join(source, definition.fileName));
const index = read(path.join(source, definition.fileName));
const schema = read("docs/schema/camel.schema.json").definitions;

/** The descriptors of the operator's components, which the build makes. */
function* descriptors(directory) {
  for (const each of fs.readdirSync(directory, { withFileTypes: true })) {
    const file = path.join(directory, each.name);
    if (each.isDirectory()) {
      yield* descriptors(file);
    } else if (read(file).component?.scheme) {
      yield read(file);
    }
  }
}

/** Whether the schema of overlays has the option. Those of https and kamelets are checked elsewhere. */
const mayHave = (scheme, option) =>
  ["https", "kamelet"].includes(scheme) ||
  ["sent.", "received."].some((use) => option in (schema[use + scheme]?.properties ?? {}));

const TYPES = { enum: "string", duration: "string", integer: "integer", boolean: "boolean" };

function property(each) {
  const made = { title: each.displayName, description: each.description, type: TYPES[each.type] ?? "string" };
  made.$comment = "group:" + (each.group ?? "common");
  if (each.enum) {
    made.enum = each.enum;
  }
  if (each.defaultValue !== undefined) {
    made.default = each.defaultValue;
  }
  return made;
}

const only = (map, keep) => Object.fromEntries(Object.entries(map).filter(([name]) => keep(name)));

/** The component with the options that overlays may use. */
function allowed(component) {
  const keep = (name) => component.properties[name].kind === "path" || mayHave(component.component.scheme, name);
  const properties = only(component.properties, keep);
  const known = component.propertiesSchema?.properties ?? {};
  return {
    ...component,
    properties,
    propertiesSchema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, known[name] ?? property(each)])),
      required: Object.keys(properties).filter((name) => properties[name].required),
    },
  };
}

const schemes = [...new Set([schema.sent, schema.received].flatMap((each) => each.pattern.match(/\(([\w|-]*)\)/)[1].split("|")))];
const calls = schema.sent.defaultSnippets.filter((each) => each.body.startsWith('"bean:'));

function components(all) {
  const found = only(all, (name) => schemes.includes(name));
  for (const each of descriptors("target/classes/META-INF/dev/dragoman")) {
    found[each.component.scheme] = each;
  }
  for (const [name, each] of Object.entries(found)) {
    found[name] = allowed(each);
  }
  const { beanName, method } = found.bean.propertiesSchema.properties;
  beanName.description = "The bean: " + [...new Set(calls.map((each) => each.label.split(".")[0]))].join(", ");
  method.description =
    "The method with its arguments. " +
    calls.map((each) => each.label + each.body.replace(/^[^(]*|"$/g, "").replace(/\$\{\d+:(\w+)\}/g, "$1") + ": " + each.description).join(". ");
  return found;
}

const steps = Object.keys(schema.ProcessorDefinition.properties);
const CHANGES = {
  components,
  // these two are steps in Kaoto alone
  patterns: (all) => only(all, (name) => [...steps, "when", "otherwise"].includes(name)),
  languages: (all) => only(all, (name) => name in schema.ExpressionDefinition.properties),
  dataformats: (all) => only(all, (name) => name in schema.MarshalDefinition.properties),
  kamelets: () => ({}),
};

fs.mkdirSync(out, { recursive: true });
for (const [name, { file }] of [...Object.entries(index.catalogs), ...Object.entries(index.schemas)]) {
  const change = index.catalogs[name] && CHANGES[name];
  if (change) {
    fs.writeFileSync(path.join(out, file), JSON.stringify(change(read(path.join(folder, file)))));
  } else {
    fs.copyFileSync(path.join(folder, file), path.join(out, file));
  }
}
fs.writeFileSync(path.join(out, "dragoman.json"), JSON.stringify({ ...index, name: "Dragoman" }));
const made = { ...library, name: "Dragoman", definitions: [{ ...definition, name: "Dragoman", fileName: "dragoman.json" }] };
delete made.starterTemplates;
fs.writeFileSync(path.join(out, "index.json"), JSON.stringify(made));
console.log(`${out}/index.json: Camel ${definition.version}, ${steps.length} steps, ${schemes.length} schemes`);
