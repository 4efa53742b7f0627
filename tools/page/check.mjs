// Looks at the page of "dragoman page" in Chromium: accessibility (axe), keyboard alone, pictures, what other sites and
// other users get, what texts of users become, times. Ends with 1 when something is wrong.
// Usage, with Chromium (CHROMIUM, or /usr/bin/chromium), and the address that "dragoman page" prints:
//   npm ci --prefix tools/page
//   node tools/page/check.mjs ADDRESS [DIRECTORY [COMMAND ...]]
// DIRECTORY gets the pictures. COMMAND changes an object that the first view names: it measures the time until the page
// shows it.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import puppeteer from "puppeteer-core";

const [address, directory = "target/page", ...command] = process.argv.slice(2);
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
fs.mkdirSync(directory, { recursive: true });
const problems = [];
const check = (isRight, what) => {
  console.log(`${isRight ? "ok  " : "BAD "} ${what}`);
  if (!isRight) problems.push(what);
};

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

/** A page whose errors and dialogs are problems. */
async function open(url, options = {}) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900, ...options.viewport });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: options.scheme ?? "light" }]);
  page.on("pageerror", (error) => check(false, `error of the page: ${error}`));
  page.on("console", (message) => message.type() === "error" && check(false, `console: ${message.text()}`));
  page.on("dialog", async (dialog) => {
    check(false, `dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  await page.goto(url);
  await page.waitForFunction(() => document.getElementById("state").children.length > 0 && !/Reads/.test(document.querySelector("h1").textContent));
  return page;
}

const go = async (page, hash) => {
  await page.evaluate((to) => { location.hash = to; }, hash);
  await page.waitForFunction((to) => document.getElementById("main").dataset.view === to, {}, hash);
};

/** Findings of axe. The policy of the page forbids scripts that are put into it, so the debugger runs it. */
async function accessibility(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  check(violations.length === 0, `axe, ${name}: ${violations.map((each) => `${each.id} ${each.nodes[0].target}`).join("; ") || "no findings"}`);
}

for (const scheme of ["light", "dark"]) {
  const page = await open(address, { scheme });
  await page.screenshot({ path: path.join(directory, `${scheme}.png`) });
  await accessibility(page, `first view, ${scheme}`);
  const object = await page.evaluate(() => document.querySelector("article a")?.hash);
  for (const hash of [object, "#/objects", "#/routes"].filter(Boolean)) {
    await go(page, hash);
    await accessibility(page, `${hash.split("/").slice(0, 3).join("/")}, ${scheme}`);
    await page.screenshot({ path: path.join(directory, `${scheme}-${hash.split("/")[1]}.png`) });
  }
  await page.close();
}

const phone = await open(address, { viewport: { width: 390, height: 844, isMobile: true, deviceScaleFactor: 2 } });
await phone.screenshot({ path: path.join(directory, "phone.png") });
const widths = await phone.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
check(widths[0] <= widths[1], `phone: as wide as the window (${widths})`);
await accessibility(phone, "phone");
await phone.close();

const page = await open(address);
const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 1e9);
check(paint <= 500, `first paint after ${Math.round(paint)} ms`);
const foreign = await page.evaluate(() => [...document.querySelectorAll("main *")].map((each) => each.localName)
  .filter((each) => !"h1 h2 p a span article table caption thead tbody tr th td div ul li dl dt dd code del time".split(" ").includes(each)));
check(foreign.length === 0, `texts are no elements: ${foreign}`);

// keyboard alone
await page.keyboard.press("Tab");
check(await page.evaluate(() => document.activeElement.className === "skip"), "the first key reaches the link to the content");
await page.keyboard.press("/");
await page.keyboard.type("account");
await page.keyboard.press("Enter");
await page.waitForFunction(() => location.hash.startsWith("#/objects/account") && document.querySelector("h1").textContent.includes("account"));
for (let at = 0; at < 40 && !(await page.evaluate(() => document.activeElement.closest("td"))); at++) await page.keyboard.press("Tab");
const ring = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
check(ring === "solid", "the focus can be seen");
await page.keyboard.press("Enter");
await page.waitForFunction(() => location.hash.startsWith("#/object/"));
check(true, "an object is found and opened by keyboard");

/** What the first view says, without the times, which pass by themselves. */
const said = () => {
  const copy = document.querySelector("main").cloneNode(true);
  copy.querySelectorAll("time").forEach((each) => each.remove());
  return copy.textContent;
};
if (command.length) {
  await go(page, "#/");
  const text = await page.evaluate(said);
  const before = Date.now();
  spawnSync(command[0], command.slice(1), { stdio: "inherit" });
  const done = Date.now();
  while ((await page.evaluate(said)) === text && Date.now() - done < 10000);
  check(Date.now() - done <= 1000, `a change is there ${Date.now() - done} ms after the command, which took ${done - before} ms`);
}

// addresses and history
const heading = (of) => of.evaluate(() => document.querySelector("h1").textContent);
await go(page, "#/objects");
await page.focus(".skip");
await page.keyboard.press("Enter");
check(await page.evaluate(() => document.activeElement.id === "main" && location.hash === "#/objects"), "the link to the content stays in the view");
for (const hash of ["#/objects/%", "#/toString", "#/__proto__"]) {
  await go(page, hash);
  check(true, `the address ${hash} is no trouble`);
}
const start = await open(address);
const first = await heading(start);
await go(start, "#/objects");
await start.goBack();
await start.waitForFunction((text) => document.querySelector("h1").textContent === text, { timeout: 2000 }, first)
  .then(() => check(true, "back to the first view"), () => check(false, "back to the first view"));

// a row before the one in focus
await go(start, "#/objects");
const [before, after] = await start.evaluate(async () => {
  const rows = [...document.querySelectorAll("tbody tr")];
  rows.at(-1).querySelector("a").focus();
  const hash = document.activeElement.hash;
  rows[0].remove();
  document.dispatchEvent(new Event("visibilitychange")); // it connects anew, and reads
  while (document.querySelectorAll("tbody tr").length < rows.length) await new Promise((resolve) => { setTimeout(resolve, 50); });
  return [hash, document.activeElement.hash];
});
check(before === after, `the focus stays on its object (${before}, ${after})`);

// more tabs than a browser has connections
const tabs = [];
for (let at = 0; at < 8; at++) {
  const tab = await browser.newPage();
  await tab.bringToFront();
  tabs.push([tab, await tab.goto(address, { timeout: 3000 }).then(() => true, () => false)]);
}
check(tabs.every(([, loaded]) => loaded), "eight tabs load");
for (const [tab] of tabs) await tab.close();
await page.bringToFront();

// other sites, other names, other users
const { host, port, pathname } = new URL(address);
const ask = (options) => new Promise((resolve) => {
  http.get({ host: "127.0.0.1", port, path: pathname, ...options }, (response) => resolve(response.resume().statusCode));
});
check((await ask({})) === 200, "the address answers");
check((await ask({ path: "/" })) === 404, "without the token: nothing");
check((await ask({ path: pathname.replace(/./g, (each, at) => (at === 1 ? (each === "0" ? "1" : "0") : each)) })) === 404, "another token: nothing");
check((await ask({ headers: { host: `attacker.test:${port}` } })) === 404, "another host name: nothing");
check((await ask({ headers: { origin: "http://attacker.test" } })) === 404, "another origin: nothing");
check((await ask({ method: "POST" })) === 404, "another method: nothing");
const other = http.createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<title>other</title>"));
await new Promise((resolve) => other.listen(0, "127.0.0.1", resolve));
const site = await browser.newPage();
await site.goto(`http://127.0.0.1:${other.address().port}/`);
const stolen = await site.evaluate(async (to) => {
  const read = await fetch(to).then(() => "read", () => "refused");
  const opaque = await fetch(to, { mode: "no-cors" }).then(() => "taken", () => "refused");
  const frame = document.createElement("iframe");
  frame.src = to;
  document.body.append(frame);
  await new Promise((resolve) => { frame.onload = resolve; setTimeout(resolve, 2000); });
  let inside;
  try { inside = frame.contentDocument?.body.textContent ?? ""; } catch { inside = ""; }
  return [read, opaque, inside].join();
}, address);
check(stolen === "refused,refused,", `another site's page: ${stolen}`);
other.close();
await browser.close();
console.log(problems.length ? `${problems.length} problems on ${host}` : "nothing is wrong");
process.exit(problems.length ? 1 : 0);
