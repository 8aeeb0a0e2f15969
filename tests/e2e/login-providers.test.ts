import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FakeLoginProvider, startLoginProvider } from "../support/fakes/login-provider";
import { describeInTurn } from "../support/harness/browser";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { isTurnOf } from "../support/harness/seed";
import { StaffClient } from "../support/harness/staff-client";
import { freePort } from "../support/harness/start-api-server";
import { aVisitor, launchBrowser, phone, type Visitor } from "../support/harness/visitor";

const password = "nine lanterns over the mill";
let shop: BuiltShop;
let browser: Browser;
let staff: StaffClient;
let fake: FakeLoginProvider;
let ann: Visitor;

async function register(email: string): Promise<void> {
  const send = (path: string, body: object) =>
    fetch(`${shop.url}/api/v1/auth/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await send("email/send-code", { email, purpose: "register" });
  const { text } = await staff.mail(email, "code");
  expect((await send("register", { email, code: /\b\d{6}\b/.exec(text)?.[0], password })).status).toBe(200);
}

/** The provider's own pages: who it is, and whether the shop may know. */
async function agree(page: Page, name: string): Promise<void> {
  await page.waitForURL(`${fake.issuer}/**`);
  await page.locator("input[name=login]").fill(name);
  await page.locator("input[name=password]").fill("any");
  await page.locator("button[type=submit]").click();
  await page.getByText("Authorize").first().waitFor();
  await page.locator("button[type=submit]").click();
}

async function pressProvider(page: Page, next = "/account/security"): Promise<void> {
  await page.goto(`${shop.url}/login?next=${encodeURIComponent(next)}`);
  const button = page.getByRole("button", { name: "Continue with Mill House" });
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.click();
}

async function logInByPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

/** The provider's own pages have a policy of their own. */
const ownProblems = ({ problems }: Visitor) =>
  problems.filter((problem) => !/^policy: \/(auth|interaction)\b/.test(problem));

/** A person whose browser gets the fonts of those pages from nobody. */
async function aPersonElsewhere(options = {}): Promise<Visitor> {
  const visitor = await aVisitor(browser, options);
  await visitor.page.route("https://fonts.googleapis.com/**", (route) =>
    route.fulfill({ body: "", contentType: "text/css" }),
  );
  return visitor;
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

describeInTurn(1, 2, "log-in by an OpenID provider in the built shop", () => {
  beforeAll(async () => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    fake = await startLoginProvider({ callbackUrls: [`${url}/api/auth/callback/mill`] });
    Object.assign(fake.people, {
      ann: { email: "ann@mill.example", email_verified: true, name: "Ann" },
      ben: { email: "ben@mill.example", email_verified: true },
      cat: { preferred_username: "cat_9" },
    });
    [shop, browser] = await Promise.all([
      startBuiltShop("login_providers", {
        "server.port": String(port),
        "server.baseUrl": url,
        "interconnect.allowPrivateNetworks": "true",
      }),
      launchBrowser(),
    ]);
    [staff, ann] = await Promise.all([StaffClient.enter(shop), aPersonElsewhere(phone)]);
    await staff.call("POST", "/login-providers", {
      key: "mill",
      name: "Mill House",
      issuer: fake.issuer,
      client_id: fake.client.id,
      secret: fake.client.secret,
    });
  });

  afterAll(async () => {
    await browser?.close();
    await shop?.stop();
    await fake?.stop();
  });

  it("opens a new account with the proven address, and leads to the page that was asked for [C191, C192]", async () => {
    const { page } = ann;
    await pressProvider(page);
    await agree(page, "ann");
    await page.waitForURL("**/account/security");
    await heading(page, "Other ways to log in").waitFor();
    await page.getByText("ann@mill.example · Linked").waitFor();
    await page.getByText("with Mill House").first().waitFor();
    await page.getByText("You have no password yet").waitFor();
    expect(ownProblems(ann)).toEqual([]);
  });

  it("opens the same account the second time, without a question of the shop", async () => {
    const { page } = ann;
    await page.getByRole("button", { name: "Log out" }).click();
    await page.waitForURL(`${shop.url}/`);
    await pressProvider(page);
    // The provider remembers who it is.
    await page.waitForURL("**/account/security");
    await page.getByText("ann@mill.example · Linked").waitFor();
    expect(ownProblems(ann)).toEqual([]);
  });

  it("keeps the only way in, with a sentence what to do [C193]", async () => {
    const { page } = ann;
    await page.getByRole("button", { name: "Unlink Mill House" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Unlink", exact: true }).click();
    await page.getByText("Nothing else opens your account").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  });

  it("has an owner log in first where the address has an account, links, and is unlinked [C192, C193]", async ({
    skip,
  }) => {
    skip(!isTurnOf(0, 2));
    await register("ben@mill.example");
    const ben = await aPersonElsewhere();
    const { page } = ben;
    await pressProvider(page);
    await agree(page, "ben");
    await page.waitForURL("**/link?**");
    await page.getByText("There is an account with ben@mill.example already").waitFor();
    await page.getByRole("link", { name: "Log in to my account" }).click();
    await logInByPassword(page, "ben@mill.example");
    await page.getByRole("button", { name: "Link Mill House", exact: true }).click();
    await page.waitForURL("**/account/security");
    await page.getByText("ben@mill.example · Linked").waitFor();
    await expect
      .poll(async () => (await staff.mail("ben@mill.example", "security")).subject)
      .toBe("A log-in was linked with your account");
    await page.getByRole("button", { name: "Unlink Mill House" }).click();
    await page.getByRole("dialog").getByLabel("Current password").fill(password);
    await page.getByRole("dialog").getByRole("button", { name: "Unlink", exact: true }).click();
    // Linked again from here: the session is older than what the provider says, so the password is asked.
    await page.getByRole("button", { name: "Link Mill House", exact: true }).click();
    await page.waitForURL("**/link?**");
    await page.getByLabel("Current password").fill(password);
    await page.getByRole("button", { name: "Link Mill House", exact: true }).click();
    await page.waitForURL("**/account/security");
    await page.getByText("ben@mill.example · Linked").waitFor();
    expect(ownProblems(ben)).toEqual([]);
    await ben.leave();
  });

  it("asks whom it knows no address of for one, and its code [C192]", async ({ skip }) => {
    skip(!isTurnOf(1, 2));
    const cat = await aPersonElsewhere(phone);
    const { page } = cat;
    await pressProvider(page, "/account/orders");
    await agree(page, "cat");
    await page.waitForURL("**/link?**");
    await page.getByLabel("E-mail address").fill("cat@example.com");
    await page.getByRole("button", { name: /Make|Send/ }).click();
    const { text } = await staff.mail("cat@example.com", "code");
    await page.getByRole("textbox", { name: /code/i }).fill(/\b\d{6}\b/.exec(text)?.[0] ?? "");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL("**/account/orders");
    expect(ownProblems(cat)).toEqual([]);
    await cat.leave();
  });

  it("says what happened when the provider is canceled, forged or away, on the page of the log-in [C191]", async () => {
    const dan = await aVisitor(browser);
    const { page } = dan;
    const callback = `${shop.url}/api/auth/callback/mill`;
    await page.goto(`${callback}?error=access_denied&state=x`);
    await page.getByText("The log-in with Mill House was canceled").waitFor();
    await page.goto(`${callback}?code=forged&state=forged&iss=${encodeURIComponent(fake.issuer)}`);
    await page.getByText("The log-in with Mill House was not completed").waitFor();
    await page.goto(`${shop.url}/api/auth/callback/nobody?code=x`);
    await page.waitForURL("**/login?problem=away**");
    await fake.stop();
    await staff.call("POST", "/login-providers", {
      key: "gone",
      name: "Gone House",
      issuer: `${fake.issuer}/elsewhere`,
      client_id: "x",
    });
    await page.goto(`${shop.url}/login`);
    const button = page.getByRole("button", { name: "Continue with Gone House" });
    await expect.poll(() => button.isEnabled()).toBe(true);
    await button.click();
    await page.getByText("Gone House does not answer right now").waitFor();
    expect(new URL(page.url()).pathname).toBe("/login");
    await dan.leave();
  });

  it("takes no call of another site, and sends nobody to one [C191]", async () => {
    const csrf = await fetch(`${shop.url}/api/auth/csrf`);
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const signIn = (origin: string, token: string) =>
      fetch(`${shop.url}/api/auth/signin/mill`, {
        method: "POST",
        redirect: "manual",
        headers: {
          origin,
          cookie: csrf.headers
            .getSetCookie()
            .map((cookie) => cookie.split(";")[0])
            .join("; "),
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams({ csrfToken: token, callbackUrl: "https://evil.example/x", json: "true" }),
      });
    expect((await signIn("https://evil.example", csrfToken)).status).toBe(403);
    const unproved = (await (await signIn(shop.url, "another")).json()) as { url: string };
    expect(new URL(unproved.url).origin).toBe(shop.url);
    const sent = await signIn(shop.url, csrfToken);
    const { url } = (await sent.json()) as { url: string };
    const query = new URL(url).searchParams;
    expect(query.get("redirect_uri")).toBe(`${shop.url}/api/auth/callback/mill`);
    for (const name of ["state", "nonce", "code_challenge"])
      expect(query.get(name)?.length).toBeGreaterThan(20);
    expect(sent.headers.getSetCookie().join("\n")).not.toContain("evil.example");
  });
});
