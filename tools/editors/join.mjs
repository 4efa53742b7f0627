// Writes addresses whole again that Kaoto has taken apart. Of a step that is changed in its form, Kaoto saves
// uri: azure-arm with the parameter method: get. Camel reads that as azure-arm:get; the operator's check asks for the latter.
// Usage: node tools/editors/join.mjs FILE...    Comments stay where they are.
import fs from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const YAML = createRequire(import.meta.url)("yaml");

/** The parameter that stands behind the scheme. */
export const PATHS = {
  "azure-arm": "method",
  "azure-key-vault": "vaultName",
  "azure-servicebus": "topicOrQueueName",
  bean: "beanName",
  direct: "name",
  "dragoman-point": "name",
  "kubernetes-apply": "fieldManager",
  "kubernetes-event": "name",
  "kubernetes-finalizer": "finalizer",
  "kubernetes-object": "name",
  "kubernetes-reconcile": "name",
  "kubernetes-status": "fieldManager",
  log: "loggerName",
  timer: "timerName",
};

/** The text with whole addresses. */
export function joined(text) {
  const document = YAML.parseDocument(text);
  YAML.visit(document, {
    Map(_, step) {
      const scheme = step.get("uri");
      const path = step.getIn(["parameters", PATHS[scheme]]);
      if (path !== undefined) {
        step.set("uri", `${scheme}:${path}`);
        step.deleteIn(["parameters", PATHS[scheme]]);
        if (step.get("parameters").items.length === 0) {
          step.delete("parameters");
        }
      }
    },
  });
  return document.toString({ lineWidth: 0 });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const file of process.argv.slice(2)) {
    fs.writeFileSync(file, joined(fs.readFileSync(file, "utf8")));
  }
}
