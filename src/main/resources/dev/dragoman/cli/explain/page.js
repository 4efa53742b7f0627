// The page of "dragoman page". All texts become text nodes: what users and Azure write is never HTML.
const main = document.getElementById("main");
const state = document.getElementById("state");
const search = document.getElementById("words");
const PERIOD = 3000; // of the counts of lines and of times, which no watch tells

let before = {}; // counts of lines at the last look
let turn = 0; // of what is asked: another view does not wait for the answer
let asking = false;
let again = false;
let retry;
let changes;

const flat = (content) => content.flat(9).filter((each) => each);

/** A text with its control characters, and those that change its direction, as escapes. */
const plain = (text) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (each) => `\\u${each.codePointAt(0).toString(16).padStart(4, "0")}`);

/** An element; of the content, texts become text nodes, lists are flat, and null is left out. */
function el(name, attributes, ...content) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value);
  }
  node.append(...flat(content).map((each) => (typeof each === "string" ? plain(each) : each)));
  return node;
}

/** Makes a node like another one, and keeps what is the same: focus and scrolling stay. */
function morph(old, now) {
  if (old.nodeType !== now.nodeType || old.nodeName !== now.nodeName) {
    old.replaceWith(now);
  } else if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== now.data) old.data = now.data;
  } else {
    for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    children(old, [...now.childNodes]);
  }
}

/** Nodes with a key stay those of their object, wherever it is now: a link in focus leads where it did. */
function children(parent, now) {
  const keyed = new Map([...parent.childNodes].map((each) => [each.dataset?.key, each]));
  const keys = new Set(now.map((each) => each.dataset?.key));
  for (const [key, each] of keyed) if (key && !keys.has(key)) each.remove();
  now.forEach((each, at) => {
    const old = parent.childNodes[at];
    const key = each.dataset?.key;
    const same = key === old?.dataset?.key ? old : key && keyed.get(key);
    if (same && same !== old) parent.insertBefore(same, old);
    if (same) morph(same, each);
    else parent.insertBefore(each, old ?? null);
  });
  while (parent.childNodes.length > now.length) parent.lastChild.remove();
}

async function answer(question, words = {}) {
  const response = await fetch(`${question}?${new URLSearchParams(words)}`);
  const json = await response.json();
  if (!response.ok) throw new Error(json.error ?? `the command answers ${response.status}`);
  return json;
}

const title = (key) => `${key.kind} ${key.namespace ? key.namespace + "/" : ""}${key.name}`;
const address = (key) =>
  `#/object/${[key.group, key.kind, key.namespace, key.name].map(encodeURIComponent).join("/")}`;
const link = (key) => el("a", { href: address(key) }, title(key));

function time(since) {
  const seconds = Math.max(0, (Date.now() - Date.parse(since)) / 1000);
  if (!since || Number.isNaN(seconds)) return null;
  const units = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
  const [size, unit] = units.find(([each]) => seconds >= each) ?? [1, "s"];
  return el("time", { datetime: since, title: since }, ` for ${Math.floor(seconds / size)} ${unit}`);
}

function badge(object) {
  const kind = object.ready ? "good" : object.reason === "NotReconciled" ? "wait" : "bad";
  const text = object.ready ? "Ready" : object.reason || "not Ready";
  return el("span", { class: `reason ${kind}` }, text, object.suspended ? ", suspended" : "");
}

function table(caption, heads, rows) {
  const head = el("tr", {}, heads.map((each) => el("th", { scope: "col", class: each.number && "number" }, each.text ?? each)));
  return el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": caption },
    el("table", {}, el("caption", {}, caption), el("thead", {}, head), el("tbody", {}, rows)));
}

function objectRow(object) {
  return el("tr", { "data-key": address(object) },
    el("td", {}, link(object)),
    el("td", {}, badge(object)),
    el("td", {}, time(object.since) ?? ""),
    el("td", {}, object.message || ""));
}

function causeCard(cause) {
  const others = cause.keeps.filter((each) => address(each) !== address(cause.object));
  const more = cause.objects - cause.keeps.length;
  return el("article", { "data-key": `${address(cause.object)} ${cause.reason}` },
    el("h2", {}, link(cause.object)),
    el("p", {}, el("span", { class: "reason bad" }, cause.reason), el("span", { class: "soft" }, time(cause.since))),
    el("p", {}, cause.message),
    cause.next ? el("p", { class: "next" }, cause.next) : null,
    others.length === 0 ? null :
      el("p", { class: "soft" }, `${cause.objects - 1 || others.length} more wait for it: `,
        others.map((each, at) => [at ? ", " : "", link(each)]), more > 0 ? ", …" : ""));
}

const VIEWS = {
  __proto__: null,

  async ""() {
    const fleet = await answer("fleet");
    const all = fleet.counts.reduce((sum, each) => sum + each.objects, 0);
    const down = fleet.counts.reduce((sum, each) => sum + (each.ready ? 0 : each.objects), 0);
    const rows = fleet.counts.map((each) => el("tr", { "data-key": `${each.kind} ${each.ready} ${each.reason}` },
      el("td", {}, el("a", { href: `#/objects/${encodeURIComponent(`${each.kind} ${each.ready ? "isready" : each.reason}`)}` }, each.kind)),
      el("td", {}, badge(each)),
      el("td", { class: "number" }, String(each.objects))));
    return [fleet, [
      el("h1", {}, fleet.reading ? "Reads the cluster …"
        : all === 0 ? (fleet.unread.length ? "No objects could be read" : "There are no objects")
        : down === 0 ? (fleet.unread.length ? "All objects that could be read are Ready" : "All objects are Ready")
        : `${down} of ${all} objects are not Ready`),
      fleet.causes.map(causeCard),
      fleet.moreCauses ? el("p", {}, `${fleet.moreCauses} more causes are not shown.`) : null,
      rows.length ? el("h2", {}, "Objects") : null,
      rows.length ? table("By kind and reason", ["Kind", "State", { text: "Objects", number: true }], rows) : null,
      fleet.suspended ? el("p", {}, `Suspended: ${fleet.suspended}`) : null,
      fleet.unread.map((each) => el("p", { class: "wait" }, `Not read: ${each}`)),
    ]];
  },

  async objects(words = "") {
    const [fleet, found] = await Promise.all([answer("fleet"), answer("objects", { q: words })]);
    return [fleet, [
      el("h1", {}, words ? `Objects with “${words}”` : "Objects"),
      table(`${found.found} found${found.found > found.objects.length ? `, the first ${found.objects.length} shown` : ""}`,
        ["Object", "State", "Since", "Message"], found.objects.map(objectRow)),
    ]];
  },

  async object(group = "", kind = "", namespace = "", name = "") {
    const [fleet, object] = await Promise.all([answer("fleet"), answer("object", { group, kind, namespace, name })]);
    const cause = object.cause && address(object.cause.object);
    const details = [
      ["Azure id", object.azureId], ["Credential", object.credential], ["Last answer", object.message],
      ["Correlation id", object.correlationId], ["Next try", object.nextTry], ["Command", `dragoman explain ${kind}${group ? "." + group : ""}/${name}${namespace ? " -n " + namespace : ""}`.toLowerCase()],
    ].filter(([, value]) => value);
    const branch = (node) => el("li", { class: address(node) === cause && "cause" },
      el("p", {}, node.relation ? `${node.relation} ` : "", link(node), " ", badge(node), el("span", { class: "soft" }, time(node.since)),
        address(node) === cause ? " ← the cause" : ""),
      node.needs.length ? el("ul", {}, node.needs.map(branch)) : null);
    return [fleet, [
      el("h1", {}, title(object)),
      object.cause
        ? [el("article", {}, el("h2", {}, object.reason === object.cause.reason && cause === address(object) ? "Why" : ["Waits for ", link(object.cause.object)]),
            el("p", {}, el("span", { class: "reason bad" }, object.cause.reason), el("span", { class: "soft" }, time(object.cause.since))),
            el("p", {}, object.cause.message),
            object.cause.next ? el("p", { class: "next" }, object.cause.next) : null)]
        : el("p", { class: "good" }, "It is Ready."),
      el("h2", {}, "What it needs"),
      el("ul", { class: "tree" }, branch(object)),
      el("h2", {}, "Details"),
      el("dl", {}, details.map(([key, value]) => [el("dt", {}, key), el("dd", {}, value)])),
    ]];
  },

  async routes() {
    const [fleet, { routes, unread }] = await Promise.all([answer("fleet"), answer("routes")]);
    const now = {};
    const line = (route, each, at) => {
      const key = `${route.id} ${at}`;
      now[key] = each.count;
      const news = each.count > (before[key] ?? each.count);
      const text = el("code", {}, each.address);
      return el("tr", {},
        el("td", {}, each.when ? el("p", { class: "soft" }, each.when) : null, each.mark === "-" ? el("del", {}, text) : text,
          each.mark === "+" ? " (the team's)" : "", each.files.map((file) => el("p", {}, file))),
        el("td", {}, each.description),
        el("td", { class: `number${news ? " news" : ""}` }, each.count === null ? "" : String(each.count)));
    };
    const out = [
      el("h1", {}, "Routes"),
      el("p", { class: "soft" }, unread ? `Counts are unknown; the option --metrics names another place: ${unread}` : "How often each line has done its step since the leader started."),
      routes.map((route) => [
        el("h2", {}, route.id, route.own ? " (the team's file)" : ""),
        table(route.description || route.id, ["Line", "What it does", { text: "Done", number: true }], route.lines.map((each, at) => line(route, each, at))),
      ]),
    ];
    before = now;
    return [fleet, out];
  },
};

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // written by hand
  }
}

async function show(moved) {
  if (asking && !moved) {
    again = true;
    return;
  }
  asking = true;
  const mine = ++turn;
  const hash = location.hash;
  const [view, ...words] = hash.replace(/^#\/?/, "").split("/").map(decoded);
  try {
    const [fleet, content] = await (VIEWS[view] ?? VIEWS[""])(...words);
    if (mine !== turn) return;
    const focus = document.activeElement;
    children(main, flat(content));
    if (focus.isConnected) focus.focus({ preventScroll: true });
    main.dataset.view = hash;
    children(state, flat([
      el("p", { class: fleet.operator.down ? "bad" : "" }, fleet.operatorLine),
      fleet.operator.problems.map((each) => el("p", { class: "wait" }, each)),
      fleet.trouble ? el("p", { class: "bad" }, `Old: ${fleet.trouble}`) : null,
    ]));
    document.getElementById("scope").textContent = fleet.namespace || "all namespaces";
    document.title = `${main.querySelector("h1").textContent} – Dragoman`;
    for (const each of document.querySelectorAll("nav a")) {
      if (each.hash === `#/${view}`) each.setAttribute("aria-current", "page");
      else each.removeAttribute("aria-current");
    }
    if (moved) {
      main.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
  } catch (failed) {
    if (mine !== turn) return;
    clearTimeout(retry);
    retry = setTimeout(show, PERIOD);
    children(state, [el("p", { class: "bad" }, `No answer: ${failed.message}. Does “dragoman page” still run?`)]);
  } finally {
    if (mine === turn) {
      asking = false;
      if (again) {
        again = false;
        show();
      }
    }
  }
}

/** A browser has six connections to an address for all its tabs, so those that nobody looks at give theirs back. */
function listen() {
  changes?.close();
  if (document.hidden) return;
  changes = new EventSource("changes");
  changes.addEventListener("message", () => show());
  changes.addEventListener("error", () => children(state, [el("p", { class: "bad" }, "The connection is lost. Does “dragoman page” still run?")]));
}

addEventListener("hashchange", () => show(true));
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // its address is that of no view
  main.focus();
});
document.getElementById("search").addEventListener("submit", (event) => {
  event.preventDefault();
  location.hash = `#/objects/${encodeURIComponent(search.value.trim())}`;
});
addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.ctrlKey && !event.metaKey && event.target !== search) {
    event.preventDefault();
    search.focus();
  }
});
setInterval(() => {
  if (document.hidden) return;
  for (const each of document.querySelectorAll("time")) morph(each, time(each.dateTime));
  if (location.hash === "#/routes") show();
}, PERIOD);
document.addEventListener("visibilitychange", listen);
listen();
show();
