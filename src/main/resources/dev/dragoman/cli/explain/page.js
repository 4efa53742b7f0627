// The page of "dragoman page". All texts become text nodes: what users and Azure write is never HTML.
const main = document.getElementById("main");
const state = document.getElementById("state");
const search = document.getElementById("words");
const PERIOD = 3000; // of the counts of lines, which no watch tells

let before = {}; // counts of lines at the last look
let asking = false;
let again = false;

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

function children(parent, now) {
  const old = [...parent.childNodes];
  now.forEach((each, at) => (old[at] ? morph(old[at], each) : parent.append(each)));
  old.slice(now.length).forEach((each) => each.remove());
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
  return el("tr", {},
    el("td", {}, link(object)),
    el("td", {}, badge(object)),
    el("td", {}, object.message || "", time(object.since)));
}

function causeCard(cause) {
  const others = cause.keeps.filter((each) => address(each) !== address(cause.object));
  const more = cause.objects - cause.keeps.length;
  return el("article", {},
    el("h2", {}, link(cause.object)),
    el("p", {}, el("span", { class: "reason bad" }, cause.reason), el("span", { class: "soft" }, time(cause.since))),
    el("p", {}, cause.message),
    cause.next ? el("p", { class: "next" }, cause.next) : null,
    others.length === 0 ? null :
      el("p", { class: "soft" }, `${cause.objects - 1 || others.length} more wait for it: `,
        others.map((each, at) => [at ? ", " : "", link(each)]), more > 0 ? ", …" : ""));
}

const VIEWS = {
  async ""() {
    const fleet = await answer("fleet");
    const all = fleet.counts.reduce((sum, each) => sum + each.objects, 0);
    const down = fleet.counts.reduce((sum, each) => sum + (each.ready ? 0 : each.objects), 0);
    const rows = fleet.counts.map((each) => el("tr", {},
      el("td", {}, el("a", { href: `#/objects/${encodeURIComponent(`${each.kind} ${each.ready ? "isready" : each.reason}`)}` }, each.kind)),
      el("td", {}, badge(each)),
      el("td", { class: "number" }, String(each.objects))));
    return [fleet, [
      el("h1", {}, fleet.reading ? "Reads the cluster …"
        : all === 0 ? "There are no objects"
        : down === 0 ? "All objects are Ready" : `${down} of ${all} objects are not Ready`),
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
        ["Object", "State", "Message"], found.objects.map(objectRow)),
    ]];
  },

  async object(group, kind, namespace, name) {
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
      el("p", { class: "soft" }, unread ? `Counts are unknown: ${unread}` : "How often each line has done its step since the leader started."),
      routes.map((route) => [
        el("h2", {}, route.id, route.own ? " (the team's file)" : ""),
        table(route.description || route.id, ["Line", "What it does", { text: "Done", number: true }], route.lines.map((each, at) => line(route, each, at))),
      ]),
    ];
    before = now;
    return [fleet, out];
  },
};

async function show(moved) {
  if (asking) {
    again = again || moved || "news";
    return;
  }
  asking = true;
  const hash = location.hash;
  const [view, ...words] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  try {
    const [fleet, content] = await (VIEWS[view] ?? VIEWS[""])(...words);
    children(main, flat(content));
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
    if (moved === true) {
      main.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
  } catch (failed) {
    children(state, [el("p", { class: "bad" }, `No answer: ${failed.message}. Does “dragoman page” still run?`)]);
  } finally {
    asking = false;
    if (again) {
      const last = again;
      again = false;
      show(last);
    }
  }
}

addEventListener("hashchange", () => location.hash.startsWith("#/") && show(true));
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
setInterval(() => location.hash === "#/routes" && !document.hidden && show(), PERIOD);
const changes = new EventSource("changes");
changes.addEventListener("message", () => show());
changes.addEventListener("error", () => children(state, [el("p", { class: "bad" }, "The connection is lost. Does “dragoman page” still run?")]));
show();
