import { generateKeyPair, SignJWT } from "jose";
import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { discover } from "@/lib/accounts/identities/discover";
import { type Checks, exchangeCode } from "@/lib/accounts/identities/exchange-code";
import type { OpenProvider } from "@/lib/accounts/identities/providers";
import { agreeAt, type FakeLoginProvider, startLoginProvider } from "../../support/fakes/login-provider";
import { overrideConfig } from "../../support/harness/test-config";

const callbackUrl = "http://localhost:8080/api/auth/callback/fake";
let fake: FakeLoginProvider;
let row: OpenProvider;

beforeAll(async () => {
  fake = await startLoginProvider({ callbackUrls: [callbackUrl] });
  fake.people.ann = { email: "Ann@Example.com", email_verified: true, name: "Ann of the Mill" };
  fake.people.bob = { email: "bob@example.com", email_verified: "true", preferred_username: "bob_7" };
  const { issuer, client } = fake;
  row = {
    id: 1,
    key: "fake",
    name: "Fake",
    issuer,
    clientId: client.id,
    secret: client.secret,
    scopes: "openid email profile",
  };
});
beforeEach(() => overrideConfig({ "interconnect.allowPrivateNetworks": "true" }));
afterEach(() => fake.bends(null));
afterAll(() => fake.stop());

/** Sends somebody off as next-auth does, and has them agree. */
async function aRoundTrip(name: string, scopes = row.scopes) {
  const checks: Checks = { state: "a-state", nonce: "a-nonce", verifier: generateRandomCodeVerifier() };
  const query = new URLSearchParams({
    client_id: row.clientId,
    redirect_uri: callbackUrl,
    response_type: "code",
    scope: scopes,
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: "S256",
  });
  const back = await agreeAt(fake, `${fake.issuer}/auth?${query}`, name);
  return { checks, answer: back.searchParams, callbackUrl };
}

/** An ID token with other claims, signed by the provider's key or that of somebody else. */
async function bentToken(token: string, change: Record<string, unknown>): Promise<string> {
  const { privateKey } = Object.keys(change).length > 0 ? fake : await generateKeyPair("RS256");
  const [header = "", payload = ""] = token.split(".");
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  return new SignJWT({ ...read(payload), ...change }).setProtectedHeader(read(header)).sign(privateKey);
}

describe("a code that a log-in provider gave", () => {
  it("names the person, with the address that it says is theirs [C191]", async () => {
    expect(await exchangeCode(row, await aRoundTrip("ann"))).toEqual({
      providerId: 1,
      via: "Fake",
      issuer: fake.issuer,
      subject: "ann",
      label: "ann@example.com",
      nickname: "Ann of the Mill",
      email: "ann@example.com",
      isProven: true,
    });
  });

  it("proves no address by another word than true [C192]", async () => {
    expect(await exchangeCode(row, await aRoundTrip("bob"))).toMatchObject({ isProven: false });
  });

  it("names no address where none was asked for", async () => {
    const told = await exchangeCode(
      { ...row, scopes: "openid profile" },
      await aRoundTrip("bob", "openid profile"),
    );
    expect(told).toMatchObject({ email: null, isProven: false, label: "bob_7", nickname: "bob_7" });
  });

  it.each([
    ["state", { state: "another" }],
    ["nonce", { nonce: "another" }],
    ["verifier", { verifier: "a".repeat(43) }],
  ] as const)("is refused with another %s than it was asked with [C191]", async (_, change) => {
    const trip = await aRoundTrip("ann");
    await expect(exchangeCode(row, { ...trip, checks: { ...trip.checks, ...change } })).rejects.toThrow();
  });

  it("is refused a second time, and with another secret or another issuer [C191]", async () => {
    const trip = await aRoundTrip("ann");
    await exchangeCode(row, trip);
    await expect(exchangeCode(row, trip)).rejects.toThrow();
    await expect(exchangeCode({ ...row, secret: "wrong" }, await aRoundTrip("ann"))).rejects.toThrow();
    const other = await aRoundTrip("ann");
    other.answer.set("iss", "https://another.example");
    await expect(exchangeCode(row, other)).rejects.toThrow();
  });

  it.each([
    ["for another client", { aud: "another" }],
    ["of another issuer", { iss: "https://another.example" }],
    ["that is over", { exp: 1 }],
    ["with a strange signature", {}],
    ["for another log-in", { nonce: "another" }],
  ])("opens nothing by an ID token %s [C191]", async (_, change) => {
    const trip = await aRoundTrip("ann");
    const answers: { id_token: string }[] = [];
    fake.bends((path, body) => {
      if (path === "/token") answers.push(JSON.parse(body));
      return path === "/token" ? 503 : body;
    });
    await expect(exchangeCode(row, trip)).rejects.toThrow();
    const again = await aRoundTrip("ann");
    const token = await bentToken(answers[0]?.id_token ?? "", change);
    fake.bends((path, body) =>
      path === "/token" ? JSON.stringify({ ...JSON.parse(body), id_token: token }) : body,
    );
    await expect(exchangeCode(row, again)).rejects.toThrow();
  });

  it("opens by the same token where nothing in it is bent", async () => {
    const trip = await aRoundTrip("ann");
    const seen: string[] = [];
    fake.bends((path, body) => {
      if (path !== "/token") return body;
      seen.push(path);
      return JSON.stringify(JSON.parse(body));
    });
    expect(await exchangeCode(row, trip)).toMatchObject({ subject: "ann" });
    expect(seen).toEqual(["/token"]);
  });
});

describe("a log-in provider", () => {
  it("is not asked inside a private network unless the operator allows it [C195]", async () => {
    overrideConfig({ "interconnect.allowPrivateNetworks": "false" });
    await expect(discover(fake.issuer.replace("http:", "https:"), { anew: true })).rejects.toMatchObject({
      failure: "private_address",
    });
  });

  it("is refused when it calls itself by another name, answers too much, or redirects [C195]", async () => {
    const answerWith = (change: (body: string) => string | number) => {
      fake.bends((path, body) => (path.endsWith("openid-configuration") ? change(body) : body));
      return discover(fake.issuer, { anew: true });
    };
    await expect(
      answerWith((body) => body.replace(/"issuer":"[^"]*"/, '"issuer":"https://another.example"')),
    ).rejects.toThrow();
    await expect(answerWith((body) => body + " ".repeat(600_000))).rejects.toMatchObject({
      failure: "too_large",
    });
    await expect(answerWith(() => 302)).rejects.toThrow();
    await expect(answerWith((body) => body)).resolves.toMatchObject({ issuer: fake.issuer });
  });
});
