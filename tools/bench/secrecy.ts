import { setTimeout as sleep } from "node:timers/promises";
import { hashPassword } from "@/lib/accounts/password/hash-password";
import { db } from "@/lib/db/client";
import { newSiteKey, newSiteSecret } from "@/lib/interconnect/main/site-rules";
import { sealSiteSecret } from "@/lib/interconnect/main/site-secrets";
import { signedHeaders } from "@/lib/interconnect/signature";
import { median, type Verdict } from "./report";
import type { BenchCatalogue } from "./seed";
import type { Shop } from "./shop";

const json = { "content-type": "application/json" };
const people = 300;
const email = (n: number) => `quiet-${n}@example.com`;
/** Each call from an address of its own, so that no limit answers in place of what is measured. */
const from = (n: number) => ({ "x-forwarded-for": `198.18.${Math.floor(n / 250)}.${(n % 250) + 1}` });

type Call = (n: number) => Promise<Response>;

async function timed(call: Call, n: number, status: number): Promise<number> {
  const at = performance.now();
  const answer = await call(n);
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`Expected HTTP ${status}, got ${answer.status}`);
  return performance.now() - at;
}

interface Pair {
  name: string;
  status: number;
  /** How far the medians may be apart. */
  within: number;
  known: Call;
  unknown: Call;
  rounds: number;
  /** Between the calls, so that what one leaves to the worker is not measured with the next. */
  restMs?: number;
}

/** In alternation, so that other load of the machine affects both. */
async function compare({ name, status, within, known, unknown, rounds, restMs = 0 }: Pair): Promise<Verdict> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let n = 0; n < rounds; n++) {
    times.known.push(await timed(known, n, status));
    await sleep(restMs);
    times.unknown.push(await timed(unknown, n, status));
    await sleep(restMs);
  }
  const ratio = median(times.known) / median(times.unknown);
  const isMet = Math.abs(ratio - 1) <= within;
  return {
    name,
    value: `${ratio.toFixed(3)} x in the median of ${rounds}`,
    target: `within ${within * 100} %`,
    isMet,
  };
}

/**
 * Measures how much an outsider could learn from response times: whether a key, an account, an order is known (N18,
 * A2, O19).
 */
export async function secrecy({ baseUrl }: Shop, { skus }: BenchCatalogue): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const key = newSiteKey();
  const secret = newSiteSecret();
  const signingSecrets = { create: { secretSealed: sealSiteSecret(key, secret), firstUsedAt: new Date() } };
  await db().site.create({ data: { name: "Quiet", apiKey: key, ratePerMinute: 10_000_000, signingSecrets } });
  const pull =
    (claimed: () => string, turn: 0 | 1): Call =>
    async (n) =>
      fetch(`${baseUrl}/api/v1/upstream/products`, {
        headers: {
          ...signedHeaders({ key: claimed(), secret: newSiteSecret() }, new Uint8Array(0), new Date()),
          ...from(2 * n + turn),
        },
      });
  verdicts.push(
    await compare({
      name: "wrong signature : unknown key",
      status: 403,
      within: 0.05,
      known: pull(() => key, 0),
      unknown: pull(newSiteKey, 1),
      rounds: 1000,
    }),
  );

  const passwordHash = await hashPassword("a password that nobody guesses");
  await db().user.createMany({
    data: Array.from({ length: people }, (_, n) => ({ email: email(n), nickname: "Quiet", passwordHash })),
  });
  const post = (path: string, body: object, n: number) =>
    fetch(baseUrl + path, { method: "POST", headers: { ...json, ...from(n) }, body: JSON.stringify(body) });
  const logIn =
    (address: (n: number) => string): Call =>
    (n) =>
      post("/api/v1/auth/login", { email: address(n), password: "guessed" }, n);
  verdicts.push(
    await compare({
      name: "log-in, wrong password : unknown address",
      status: 401,
      within: 0.2,
      known: logIn(email),
      unknown: logIn((n) => `x${email(n)}`),
      rounds: people,
    }),
  );

  for (let n = 0; n < people; n++) {
    const sku = skus[n % skus.length];
    await post(
      "/api/v1/guest/orders",
      { product_id: sku?.productId, sku_id: sku?.id, quantity: 1, email: email(n) },
      n,
    );
  }
  const recover =
    (address: (n: number) => string): Call =>
    (n) =>
      post("/api/v1/guest/orders/recover", { email: address(n) }, n);
  verdicts.push(
    await compare({
      name: "recovery, known : unknown address",
      status: 200,
      within: 0.2,
      known: recover(email),
      unknown: recover((n) => `x${email(n)}`),
      rounds: people,
      restMs: 25,
    }),
  );
  return verdicts;
}
