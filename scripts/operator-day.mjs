// Jobs of an operator by real clicks, timed: node scripts/operator-day.mjs URL EMAIL PASSWORD [FOLDER FOR SCREENSHOTS]
// Needs a shop that was just opened with the sample goods (KEYSHELF_TEST_GATEWAY=true): it changes the first password.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { chromium } from "playwright-core";
import { findChromium } from "./find-chromium.mjs";

const [url, email, firstPassword, folder] = process.argv.slice(2);
if (!url || !email || !firstPassword) {
  process.stderr.write("Usage: node scripts/operator-day.mjs URL EMAIL PASSWORD [FOLDER]\n");
  process.exit(2);
}
const password = "a shelf of quiet brass keys";
const patience = 30_000;
if (folder) mkdirSync(folder, { recursive: true });

const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
context.setDefaultTimeout(patience);
const page = await context.newPage();
const day = [];
let clicks = 0;
let fields = 0;

const click = async (target) => {
  clicks += 1;
  await target.click();
};
const fill = async (target, text) => {
  fields += 1;
  await target.fill(text);
};
const button = (name, within = page) => within.getByRole("button", { name, exact: typeof name === "string" });
const dialog = () => page.getByRole("dialog").or(page.getByRole("alertdialog"));
const go = (where) => page.goto(`${url}${where}`);
/** Pages are hydrated before a hand reaches them; the time of that is counted. */
const settled = () => page.waitForLoadState("networkidle");

async function job(name, work) {
  clicks = 0;
  fields = 0;
  const from = performance.now();
  try {
    await work();
    day.push({ name, seconds: (performance.now() - from) / 1000, clicks, fields });
  } catch (error) {
    day.push({ name, seconds: Number.NaN, clicks, fields, error: String(error).split("\n")[0] });
  }
  const last = day.at(-1);
  process.stdout.write(
    `${last.seconds.toFixed(1).padStart(6)} s  ${String(clicks).padStart(2)} clicks  ${String(fields).padStart(2)} fields  ${name}${last.error ? `  FAILED: ${last.error}` : ""}\n`,
  );
  if (folder) await page.screenshot({ path: path.join(folder, `${day.length}.png`) });
}

await job("first log-in, own password, overview", async () => {
  await go("/admin/login");
  await settled();
  await fill(page.getByLabel("E-mail"), email);
  await fill(page.getByLabel("Password"), firstPassword);
  await click(button("Log in"));
  await page.waitForURL("**/admin/account**");
  await settled();
  await fill(page.getByLabel("One-time password"), firstPassword);
  await fill(page.getByLabel("New password", { exact: true }), password);
  await fill(page.getByLabel("New password again"), password);
  await click(button("Change password"));
  await page.waitForURL((address) => address.pathname !== "/admin/account");
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
});

await job("100,000 keys from a file", async () => {
  const file = path.join(os.tmpdir(), `operator-day-${process.pid}.txt`);
  writeFileSync(file, Array.from({ length: 100_000 }, (_, n) => `DAY-${process.pid}-${n}`).join("\n"));
  await go("/admin/stock?search=tidemill");
  await click(page.locator('main tbody a[href^="/admin/stock/"]').first());
  await page.waitForURL(/\/admin\/stock\/\d+/);
  await settled();
  fields += 1;
  await page.locator('main input[type="file"]').first().setInputFiles(file);
  await click(page.getByRole("button", { name: /^Import 100,000 keys/ }));
  await page.getByText("Import finished").waitFor();
  rmSync(file);
});

await job("find one key of 100,000, in any option", async () => {
  await page.keyboard.press("Control+k");
  await fill(page.getByRole("combobox").last(), `DAY-${process.pid}-77777`);
  await page
    .getByRole("option")
    .filter({ hasText: /Tidemill/ })
    .first()
    .waitFor();
});

await job("a batch of 1,000 gift cards", async () => {
  await go("/admin/gift-cards");
  await settled();
  await click(page.getByRole("button", { name: "New batch" }).first());
  const form = dialog();
  await fill(form.getByLabel(/^Name/), "Autumn");
  await fill(form.getByLabel("Amount of each card"), "10");
  await fill(form.getByLabel("How many"), "1000");
  await click(form.getByRole("button").last());
  await page.getByText("Autumn").first().waitFor();
});

await browser.close();
if (day.some(({ error }) => error)) process.exitCode = 1;
