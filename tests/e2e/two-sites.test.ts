import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chromiumPath, describeInBrowser } from "../support/harness/browser";
import { freePort } from "../support/harness/start-api-server";
import { removeFolder } from "../support/harness/test-server";

const folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-two-sites-"));
let demo: ChildProcess;
let browser: Browser;
let mainUrl: string;
let agentUrl: string;
let deskUrl: string;
let output = "";

function untilPaired(): Promise<void> {
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Ctrl-C closes both.")) resolve();
    };
    demo.stdout?.on("data", read);
    demo.stderr?.on("data", read);
    demo.once("exit", (code) => reject(new Error(`npm run demo ended with ${code}:\n${output}`)));
  });
}

describeInBrowser("npm run demo", () => {
  beforeAll(async () => {
    const [mainPort, agentPort, deskPort] = [await freePort(), await freePort(), await freePort()];
    mainUrl = `http://localhost:${mainPort}`;
    agentUrl = `http://127.0.0.1:${agentPort}`;
    deskUrl = `http://127.0.0.1:${deskPort}/`;
    const ports = { "--main-port": mainPort, "--agent-port": agentPort, "--desk-port": deskPort };
    const args = Object.entries(ports).flatMap(([name, port]) => [name, String(port)]);
    demo = spawn(process.execPath, ["scripts/demo.mjs", "--gateways", "--data", folder, ...args], {
      cwd: path.resolve(import.meta.dirname, "../.."),
      stdio: ["ignore", "pipe", "pipe"],
    });
    [browser] = await Promise.all([
      chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] }),
      untilPaired(),
    ]);
  });

  afterAll(async () => {
    await browser?.close();
    if (demo?.exitCode === null) {
      demo.kill("SIGTERM");
      await new Promise((resolve) => demo.once("exit", resolve));
    }
    for (const name of ["main", "agent"]) await removeFolder(path.join(folder, name));
    rmSync(folder, { recursive: true, force: true });
  });

  const stockOf = async (base: string, slug: string): Promise<number> => {
    const answer = await fetch(`${base}/api/v1/public/products/${slug}`);
    return ((await answer.json()) as { data: { stock: number } }).data.stock;
  };

  it("both admins open with the one password that is printed", async () => {
    const [, email = "", password = ""] = /both admins as (\S+) with the password (\S+)/.exec(output) ?? [];
    for (const base of [mainUrl, agentUrl]) {
      const page = await browser.newPage({ locale: "en-GB" });
      await page.goto(`${base}/admin/login`);
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Log in" }).click();
      await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor({ timeout: 30_000 });
      await page.close();
    }
  });

  it("a buyer of the agent shop reads the key that lay on the main site", async () => {
    const slug = /\/products\/([a-z0-9-]+) and buy/.exec(output)?.[1] ?? "";
    const before = await stockOf(mainUrl, slug);
    const page = await browser.newPage({ locale: "en-GB" });
    await page.goto(`${agentUrl}/products/${slug}`);
    await page.getByLabel("E-mail address").first().fill("buyer@example.com");
    await page.getByRole("button", { name: /^Pay / }).click();
    await page.getByRole("button", { name: "Pay, as a test" }).click({ timeout: 30_000 });
    await page.waitForURL(/\/orders\//, { timeout: 30_000 });
    const key = page.locator("main code").first();
    await key.waitFor({ timeout: 30_000 });
    expect(((await key.textContent()) ?? "").trim().length).toBeGreaterThan(5);
    await expect.poll(() => stockOf(mainUrl, slug), { timeout: 10_000 }).toBe(before - 1);
  });

  it("a buyer of the main site pays at a fake gateway, played from its desk", async () => {
    const page = await browser.newPage({ locale: "en-GB" });
    await page.goto(`${mainUrl}/products/tidemill`);
    const button = page.getByRole("button", { name: /^Pay \D*\d/ });
    await button.waitFor();
    await page.locator("label").filter({ hasText: "Stripe" }).click();
    await page.getByLabel("E-mail address").fill("buyer@example.com");
    await button.click();
    await page.waitForURL(deskUrl);
    const act = (name: string) => page.getByRole("button", { name }).click();
    await act("Send a forged notification");
    await page.getByRole("status").filter({ hasText: "the shop answered 400 fail" }).waitFor();
    await act("Pay and go back to the shop");
    await page.waitForURL(/\/orders\//);
    await page.locator("[aria-labelledby=keys] code").first().waitFor();
    await page.goto(deskUrl);
    await page.getByText(": paid").waitFor();
    await act("Send the notification again");
    await page.getByRole("status").filter({ hasText: "the shop answered 200" }).waitFor();
    await page.close();
  });
});
