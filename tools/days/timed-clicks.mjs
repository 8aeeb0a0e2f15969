// A person's jobs in the admin by real clicks, timed: what operator-day.mjs and seller-day.mjs share.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { chromium } from "playwright-core";
import { findChromium } from "../find-chromium.mjs";

const password = "a shelf of quiet brass keys";
const patience = 30_000;

/** The browser of somebody who works for URL, with pictures of each finished job in `folder`. */
export async function openDay(url, folder) {
  if (folder) mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const jobs = [];
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
  const choose = async (target, option) => {
    fields += 1;
    await target.selectOption(option);
  };
  const attach = async (target, file) => {
    fields += 1;
    await target.setInputFiles(file);
  };
  const button = (name, within = page) =>
    within.getByRole("button", { name, exact: typeof name === "string" });
  const dialog = () => page.getByRole("dialog").or(page.getByRole("alertdialog"));
  const go = (where) => page.goto(`${url}${where}`);
  /** Pages are hydrated before a hand reaches them; the time of that is counted. */
  const settled = () => page.waitForLoadState("networkidle");

  async function job(name, work) {
    clicks = 0;
    fields = 0;
    const from = performance.now();
    const done = { name, seconds: Number.NaN };
    try {
      await work();
      done.seconds = (performance.now() - from) / 1000;
    } catch (error) {
      done.error = String(error).split("\n")[0];
    }
    jobs.push(done);
    const failed = done.error ? `  FAILED: ${done.error}` : "";
    process.stdout.write(
      `${done.seconds.toFixed(1).padStart(6)} s  ${String(clicks).padStart(2)} clicks  ${String(fields).padStart(2)} fields  ${name}${failed}\n`,
    );
    if (folder) await page.screenshot({ path: path.join(folder, `${jobs.length}.png`) });
  }

  const logIn = (email, firstPassword) =>
    job("first log-in, own password, overview", async () => {
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

  /** A guest on a phone buys a product by its form and pays at the test gateway; what is asked is answered first. */
  async function buy(slug, email, answer = async () => {}) {
    const shopper = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-US" });
    const phone = await shopper.newPage();
    await phone.goto(`${url}/products/${slug}`);
    const pay = phone.getByRole("button", { name: /^Pay \D*\d/ });
    await pay.waitFor();
    await answer(phone);
    await phone.getByLabel("E-mail address").fill(email);
    await pay.click();
    await phone.waitForURL(/\/test-gateway\/pay\//);
    await phone.getByRole("button", { name: "Pay, as a test" }).click();
    await phone.waitForURL(/\/orders\/[^/]+$/);
    const orderNo = new URL(phone.url()).pathname.split("/").pop() ?? "";
    return { orderNo, phone, shopper };
  }

  async function end() {
    await browser.close();
    if (jobs.some(({ error }) => error)) process.exitCode = 1;
  }

  return { page, password, click, fill, choose, attach, button, dialog, go, settled, job, logIn, buy, end };
}

/** URL, address and first password of the command line, and where pictures go. */
export function readDay(name) {
  const [url, email, firstPassword, folder] = process.argv.slice(2);
  if (url && email && firstPassword) return { url, email, firstPassword, folder };
  process.stderr.write(`Usage: node scripts/${name} URL EMAIL PASSWORD [FOLDER]\n`);
  process.exit(2);
}
