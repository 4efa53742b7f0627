// Opens each route of the operator in Kaoto, in Chromium, with the catalog of catalog.mjs. It looks at every node, changes
// the description of one for each scheme, and compares what Kaoto saves with the file.
// Usage, in the root of the checkout after a build, with Chromium (CHROMIUM, or /usr/bin/chromium):
//   npm ci --prefix tools/editors && npm ci --legacy-peer-deps --prefix tools/editors/kaoto
//   node tools/editors/kaoto/check.mjs [PICTURE.png]
// What Kaoto saves, with whole addresses (join.mjs), is in target/kaoto/saved, for dragoman validate.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { build } from "vite";
import YAML from "yaml";
import { PATHS, joined } from "../join.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.resolve("target/kaoto");
const routes = "src/main/resources/routes";
fs.mkdirSync(path.join(out, "saved"), { recursive: true });
execFileSync(process.execPath, ["tools/editors/catalog.mjs", path.join(out, "catalog")], { stdio: "inherit" });
const components = catalog("components");

function catalog(name) {
  const index = JSON.parse(fs.readFileSync(path.join(out, "catalog/dragoman.json"), "utf8"));
  return JSON.parse(fs.readFileSync(path.join(out, "catalog", index.catalogs[name].file), "utf8"));
}

if (!fs.existsSync(path.join(out, "page/index.html"))) {
  // sass does not know the tilde of other bundlers
  const modules = pathToFileURL(path.join(here, "node_modules") + "/");
  const tilde = { findFileUrl: (url) => (url.startsWith("~") ? new URL(url.slice(1), modules) : null) };
  await build({
    root: here,
    configFile: false,
    logLevel: "error",
    esbuild: { jsx: "automatic" },
    css: { preprocessorOptions: { scss: { importers: [tilde], quietDeps: true } } },
    define: { global: "globalThis", "process.env": {} },
    build: { outDir: path.join(out, "page"), emptyOutDir: true, minify: false, target: "es2022", rollupOptions: { treeshake: false } },
  });
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml" };
const server = http.createServer((request, response) => {
  const asked = new URL(request.url, "http://localhost").pathname;
  const file = path.join(out, asked.startsWith("/catalog/") ? asked : path.join("page", asked === "/" ? "index.html" : asked));
  if (!file.startsWith(out) || !fs.existsSync(file)) {
    response.writeHead(asked === "/favicon.ico" ? 204 : 404).end();
    return;
  }
  response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" });
  fs.createReadStream(file).pipe(response);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage();
await page.setViewport({ width: 4000, height: 3000 });
let errors = [];
page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
page.on("pageerror", (error) => errors.push(error.message));
/** Opens a file, and waits until Kaoto shows that many nodes. */
async function open(file, text, count) {
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => window.ready, { timeout: 60000 });
  errors = [];
  await page.evaluate((name, content) => window.app.setContent(name, content), file, text);
  // what is outside of the canvas is not there
  await page.waitForFunction((n) => document.querySelectorAll('[data-testid^="custom-node__"]').length === n, { timeout: 30000 }, count);
}

let failed = 0;
const fail = (text) => {
  failed++;
  console.log("WRONG " + text);
};

/** The steps that Kaoto shows as a node, which are those without steps within, by its id of the node. */
function nodes(routes) {
  const found = new Map();
  const walk = (steps, above) => {
    for (const [number, step] of (steps ?? []).entries()) {
      const [[name, value]] = Object.entries(step);
      const at = `${above}.steps.${number}.${name}`;
      const branches = Object.entries({ ...value.when, otherwise: value.otherwise }).filter(([, each]) => each);
      if (value.steps) {
        walk(value.steps, at);
      } else if (branches.length > 0) {
        branches.forEach(([branch, each]) => walk(each.steps, branch === "otherwise" ? `${at}.otherwise` : `${at}.when.${branch}`));
      } else {
        found.set(at, value);
      }
    }
  };
  for (const { route, routeConfiguration } of routes) {
    if (route) {
      found.set(`${route.id}|route.from`, route.from);
      walk(route.from.steps, `${route.id}|route.from`);
    }
    routeConfiguration?.onException.forEach((each, number) =>
      walk(each.onException.steps, `${routeConfiguration.id}|routeConfiguration.onException.${number}.onException`),
    );
  }
  return found;
}

/** A tree with options as parameters, also those of a query, and with the descriptions as they were. */
function normal(tree) {
  if (Array.isArray(tree)) {
    return tree.map(normal);
  }
  if (tree === null || typeof tree !== "object") {
    return tree;
  }
  const all = Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, normal(value)]));
  if (typeof all.description === "string") {
    all.description = all.description.replaceAll(MARK, "") || undefined;
  }
  const query = all.uri?.match(/^([^?]*)\?([^]*)$/);
  if (query) {
    all.uri = query[1];
    all.parameters = Object.fromEntries(query[2].split("&").map((each) => [each.replace(/=[^]*/, ""), each.replace(/^[^=]*=/, "")]));
  }
  return Object.fromEntries(Object.entries(all).sort());
}

for (const [scheme, { component }] of Object.entries(components)) {
  if (!["https", "kamelet"].includes(scheme) && component.syntax !== `${scheme}:${PATHS[scheme]}`) {
    fail(`join.mjs: ${component.syntax}`);
  }
}

const MARK = " (seen)";
const shown = new Map();
for (const file of fs.readdirSync(routes)) {
  const text = fs.readFileSync(path.join(routes, file), "utf8");
  const wanted = nodes(YAML.parse(text));
  await open(file, text, wanted.size);
  let changed = 0;
  const seen = new Set();
  for (const [id, { uri }] of wanted) {
    const scheme = uri?.replace(/[:?].*/s, "");
    if (!scheme || seen.has(scheme)) {
      continue;
    }
    seen.add(scheme);
    const { title, fields } = await select(id);
    if (title !== components[scheme].component.title) {
      fail(`${file}: ${id} is ${title}, not ${scheme}`);
    }
    const options = Object.keys(components[scheme].propertiesSchema.properties);
    const missing = options.filter((each) => !fields.includes(each));
    // a node at the begin of a route shows none of the options for steps, and the other way round
    const others = ["consumer", "producer"].some((use) =>
      missing.every((each) => components[scheme].properties[each].label?.includes(use)),
    );
    if (!others) {
      fail(`${file}: ${title} shows ${fields.join(", ")}, and no ${missing.join(", ")}`);
    }
    shown.set(scheme, fields);
    changed += (await describe()) ? 1 : 0;
  }
  const saved = (await page.evaluate(() => window.saved.splice(0))).at(-1);
  if (changed > 0) {
    const whole = joined(saved);
    fs.writeFileSync(path.join(out, "saved", file), whole);
    const [before, after] = [text, whole].map((each) => JSON.stringify(normal(YAML.parse(each)), null, 1));
    if (before !== after) {
      fail(`${file}: another meaning, see ${out}/saved/${file}`);
      fs.writeFileSync(path.join(out, file + ".before.json"), before);
      fs.writeFileSync(path.join(out, file + ".after.json"), after);
    }
  }
  // of Kaoto 2.12, with its own catalog of Camel 4.18 too
  errors.filter((each) => !each.includes("OutputAwareFromDefinition")).forEach((each) => fail(`${file}: ${each}`));
  console.log(`${file}: ${wanted.size} nodes, ${changed} changed`);
}
// as docs/overlays.md says of values with an equals sign, and of comments
const CUT = `# first
- route:
    id: a
    from:
      uri: direct:a
      steps:
        # second
        - to: { uri: "bean:verdict?method=refuse(Odd, 'a = b')", description: x }
        - to: { uri: "bean:verdict", description: x, parameters: { method: "refuse(Odd, 'a = b')" } }
`;
await open("a.camel.yaml", CUT, 3);
for (const number of [0, 1]) {
  await select(`a|route.from.steps.${number}.to`);
  await describe();
}
const after = (await page.evaluate(() => window.saved.splice(0))).at(-1);
const [first, second] = YAML.parse(after)[0].route.from.steps.map((each) => each.to.parameters.method);
if (first !== "refuse(Odd, 'a " || second !== "refuse(Odd, 'a = b')" || !after.startsWith("# first") || after.includes("# second")) {
  fail(`docs/overlays.md says otherwise of ${after}`);
}
shown.forEach((options, scheme) => console.log(`${scheme}: ${options.join(", ")}`));

/** Selects a node; title and options of its form. */
async function select(id) {
  await page.evaluate(() => document.querySelector('[data-testid="close-side-bar"]')?.click());
  await page.waitForFunction(() => !document.querySelector('[data-testid="close-side-bar"]'), { timeout: 10000 });
  const step = `[data-id="${id}"] [data-testid^="custom-node__"]`;
  await page.waitForSelector(step, { timeout: 10000 });
  await page.$eval(step, (each) => each.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  await page.waitForSelector('[data-testid="close-side-bar"]', { timeout: 10000 });
  await page.evaluate(() => [...document.querySelectorAll("button")].find((each) => each.textContent.trim() === "All").click());
  await page.waitForSelector('[data-testid="#.id__field-wrapper"]', { timeout: 10000 });
  // groups of options are closed at first
  await page.evaluate(() =>
    document.querySelectorAll('button[aria-label^="Toggle "][aria-expanded="false"]').forEach((each) => each.click()),
  );
  await page.waitForFunction(() => !document.querySelector('button[aria-label^="Toggle "][aria-expanded="false"]'), { timeout: 10000 });
  return page.evaluate(() => ({
    title: document.querySelector(".form-header__title")?.textContent,
    fields: [...document.querySelectorAll('[data-testid^="#.parameters."][data-testid$="__field-wrapper"]')].map((each) =>
      each.dataset.testid.replace(/^#\.parameters\.|__field-wrapper$/g, ""),
    ),
  }));
}

/** Adds a word to the description of the selected node, and waits until Kaoto has saved it. */
async function describe() {
  const field = await page.$('textarea[name="#.description"]');
  if (!field) {
    return false;
  }
  const before = await page.evaluate(() => window.saved.length);
  await field.evaluate((each) => each.setSelectionRange(each.value.length, each.value.length));
  await field.focus();
  await page.keyboard.down("Control");
  await page.keyboard.press("End");
  await page.keyboard.up("Control");
  await page.keyboard.type(MARK);
  await page.keyboard.press("Tab");
  await page.waitForFunction((n) => window.saved.length > n, { timeout: 10000 }, before);
  return true;
}

if (process.argv[2]) {
  // a route of a team
  const text = fs.readFileSync("docs/overlays.md", "utf8").match(/```yaml\n# network\.camel\.yaml[^\n]*\n([^]*?)```/)[1];
  const wanted = nodes(YAML.parse(text));
  await page.setViewport({ width: 1100, height: 800 });
  await open("network.camel.yaml", text, wanted.size);
  await select([...wanted].find(([, each]) => String(each).startsWith("kubernetes-apply:"))[0]);
  await page.$eval('[data-testid="#.uri__field-wrapper"]', (each) => each.scrollIntoView());
  await page.evaluate(() => document.getElementById("reset-view").click());
  // until the canvas has moved
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await page.screenshot({ path: process.argv[2] });
}
await browser.close();
server.close();
console.log(`${failed} wrong`);
process.exit(failed > 0 ? 1 : 0);
