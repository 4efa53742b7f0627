// Asks yaml-language-server, with which VS Code, Neovim, Emacs and others edit YAML, what it makes of docs/schema.
// Usage, in the root of the checkout: npm ci --prefix tools/editors && node tools/editors/yaml.mjs
// It prints what an editor proposes and names. It fails where a shipped route has a mistake, a planted mistake is named
// at another line, or a proposal is missing.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const rpc = require("vscode-jsonrpc/node");
const bin = path.join(path.dirname(require.resolve("yaml-language-server/package.json")), "bin/yaml-language-server");
const server = spawn(process.execPath, [bin, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = rpc.createMessageConnection(
  new rpc.StreamMessageReader(server.stdout),
  new rpc.StreamMessageWriter(server.stdin),
);
const named = new Map();
const asked = new Map();
connection.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics }) => {
  named.set(uri, diagnostics);
  asked.get(uri)?.(diagnostics);
});
// as docs/overlays.md names the schemas of all files; VS Code resolves the paths as here
const settings = JSON.parse(fs.readFileSync("docs/overlays.md", "utf8").match(/```json\n(\{\n {2}"yaml.schemas"[^]*?)```/)[1]);
const schemas = Object.fromEntries(
  Object.entries(settings["yaml.schemas"]).map(([file, pattern]) => [pathToFileURL(path.resolve(file)).href, pattern]),
);
connection.onRequest("workspace/configuration", ({ items }) =>
  items.map(({ section }) =>
    section === "yaml" ? { validate: true, completion: true, hover: true, schemas, schemaStore: { enable: false } } : {},
  ),
);
connection.onRequest("client/registerCapability", () => null);
connection.listen();
await connection.sendRequest("initialize", {
  processId: process.pid,
  rootUri: pathToFileURL(process.cwd()).href,
  workspaceFolders: null,
  capabilities: {
    textDocument: { completion: { completionItem: { snippetSupport: true } } },
    workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } },
  },
});
connection.sendNotification("initialized", {});
connection.sendNotification("workspace/didChangeConfiguration", { settings: {} });

let number = 0;
let failed = 0;
const fail = (text) => {
  failed++;
  console.log("WRONG " + text);
};

const KINDS = { steps: "steps", camel: "routes", kamelet: "kamelet", object: "object", rules: "rules", status: "status", template: "namespace" };

/**
 * Opens a text as a file of that name; what the server names in it, with lines of the text.
 *
 * @param comment whether the first line names the schema; without it, the settings do
 */
async function open(name, text, comment = true) {
  const kind = KINDS[name.match(/(\w+)\.yaml$/)[1]];
  const schema = pathToFileURL(path.resolve("docs/schema", kind + ".schema.json")).href;
  const uri = pathToFileURL(path.resolve("target/editors", ++number + "", name)).href;
  const answer = new Promise((resolve) => asked.set(uri, resolve));
  const first = comment ? `# yaml-language-server: $schema=${schema}\n` : "\n";
  connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "yaml", version: 1, text: first + text },
  });
  const found = await answer;
  return { uri, found: found.map((d) => ({ line: d.range.start.line, message: d.message })) };
}

/** What is proposed at the end of the text. */
async function proposals(name, text) {
  const { uri } = await open(name, text);
  const lines = text.split("\n");
  const list = await connection.sendRequest("textDocument/completion", {
    textDocument: { uri },
    position: { line: lines.length, character: lines.at(-1).length },
  });
  return list.items;
}

async function proposes(title, name, text, wanted, unwanted = []) {
  const items = await proposals(name, text);
  const labels = items.map((each) => each.label);
  console.log(`\n${title}: ${labels.length}\n  ${labels.join(", ")}`);
  wanted.filter((each) => !labels.includes(each)).forEach((each) => fail(`${title}: no ${each}`));
  unwanted.filter((each) => labels.includes(each)).forEach((each) => fail(`${title}: ${each}`));
  return items;
}

const STEPS = "azure-desired.a.steps.yaml";
await proposes("a step", STEPS, "- ", ["to", "filter", "choice", "setBody", "log"], ["aggregate", "script", "saga", "beans"]);
const sent = await proposes("an address", STEPS, "- to: ", ["body.tag", "verdict.refuse", "azure-arm", "kubernetes-event"]);
console.log("  body.tag inserts " + sent.find((each) => each.label === "body.tag")?.textEdit?.newText);
await proposes("fields of a filter", STEPS, "- filter:\n    ", ["simple", "steps"], ["groovy", "statusPropertyName2"]);
await proposes("options of azure-arm", STEPS, "- to:\n    uri: azure-arm:get\n    parameters:\n      ", ["path", "apiVersion"], ["lazyStartProducer"]);
await proposes("the begin of a route", "a.camel.yaml", "- route:\n    from:\n      uri: ", ["kubernetes-reconcile", "timer"], ["azure-arm"]);
await proposes("options of a template", "a.b.object.yaml", "each: x\n", ["object", "keep", "elsewhere"]);

const routes = "src/main/resources/routes";
for (const file of fs.readdirSync(routes)) {
  const { found } = await open(file, fs.readFileSync(path.join(routes, file), "utf8"));
  // no overlay may have it
  const left = file === "reconciliation.camel.yaml" ? found.filter((each) => !each.message.includes("routeConfiguration")) : found;
  left.forEach((each) => fail(`${file}:${each.line}: ${each.message}`));
}

for (const name of ["azure-desired.a.steps.yaml", "a.camel.yaml", "a.rules.yaml", "a.status.yaml", "a.b.object.yaml", "a.kamelet.yaml", "namespace.template.yaml"]) {
  const { found } = await open(name, name.match(/steps|camel|rules/) ? "- odd: x\n" : "apiVersion: 1\n", false);
  if (found.length === 0) {
    fail(`${name}: the settings name no schema`);
  }
}

let seen = 0;
let all = 0;
const planted = fs.readFileSync("src/test/resources/mistakes/planted.txt", "utf8");
for (const [, name, text, line] of planted.matchAll(/^== (\S+)\n([^]*?)^=> (\S+?): .*$/gm)) {
  if (text.startsWith("~") || name === "object.yaml" || !KINDS[name.match(/(\w+)\.yaml$/)[1]]) {
    continue;
  }
  all++;
  const { found } = await open(name, text);
  if (found.length > 0) {
    seen++;
    console.log(`\n${text}`.trimEnd().replaceAll("\n", "\n    "));
    found.forEach((each) => console.log(`=> ${each.line}: ${each.message}`));
    // the operator names the step, the editor its field
    if (!found.some((each) => each.line >= line && each.line <= Number(line) + 2)) {
      fail(`${name}: line ${line} expected`);
    }
  }
}
console.log(`\n${seen} of ${all} planted mistakes are named while they are typed; ${failed} wrong`);
server.kill();
process.exit(failed > 0 ? 1 : 0);
