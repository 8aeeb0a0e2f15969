import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getConfig } from "@/lib/config/config";
import { configKeys } from "@/lib/config/load-config";
import { disconnect } from "@/lib/db/client";
import { aLoggedInAdmin, aLoggedInUser } from "../support/builders/accounts";
import { aProduct } from "../support/builders/products";
import { aConnection, aSite } from "../support/builders/sites";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { fuzz, hasSchemathesis, operationsOf, type Role } from "../support/harness/schemathesis";
import { isTurnOf } from "../support/harness/seed";
import { applyTestConfig } from "../support/harness/test-config";
import { isLong } from "../support/harness/tier";

/** The keys of tests/support/harness/config.yaml, so that this process can make the accounts of the built shop. */
function testKeys(): Record<string, string> {
  applyTestConfig({});
  const { masterKey, jwtSecret } = getConfig().security;
  return {
    "security.masterKey": Buffer.from(masterKey).toString("hex"),
    "security.jwtSecret": jwtSecret,
  };
}

/** They would end the session that the run lives on. */
const endOfSession = ["endStaffSession", "endOwnStaffSession", "changeStaffPassword"];
/** Bytes that have no schema, and a media type that the judge cannot write; they have tests of their own. */
const uploads = ["uploadMedia", "uploadPaymentProof", "uploadPiece"];

/** Seconds of one role at the bounds; half an hour in all in the long run. */
const seconds = isLong ? 440 : 4;
/** Operations of a role at whose bounds the short run tries. */
const atBounds = 4;

let shop: BuiltShop;
let credentials: Record<string, string>;
let headers: Record<Role, Record<string, string>>;

describe.skipIf(!hasSchemathesis)(
  "Schemathesis, by the description of the API, as",
  { timeout: 2_400_000 },
  () => {
    beforeAll(async () => {
      const limits = [...configKeys().keys()].filter((key) => key.startsWith("limits."));
      const unlimited = Object.fromEntries(limits.map((key) => [key, "1000000"]));
      shop = await startBuiltShop("schemathesis", { ...testKeys(), ...unlimited }, { isNew: true });
      applyTestConfig({ "database.url": shop.databaseUrl, dataDir: shop.dataDir });
      await aProduct({ keys: 50 });
      const { token } = await aLoggedInUser();
      const { cookie } = await aLoggedInAdmin();
      const site = await aSite();
      const main = { key: "main-site-of-fuzz", secret: "s".repeat(40) };
      await aConnection({ ...main, baseUrl: "https://main.example" });
      headers = {
        anonymous: {},
        member: { authorization: `Bearer ${token}` },
        staff: { cookie, origin: shop.url },
        agent: {},
      };
      credentials = {
        KEYSHELF_SITE_KEY: site.key,
        KEYSHELF_SITE_SECRET: site.secret,
        KEYSHELF_CONNECTION_KEY: main.key,
        KEYSHELF_CONNECTION_SECRET: main.secret,
      };
    });
    afterAll(async () => {
      await disconnect();
      await shop?.stop();
    });

    /** Leads out of the API to a page. */
    const toPage = ["returnFromGateway"];
    const runs = [
      { role: "anonymous", areas: ["public", "auth", "guest", "payments"], without: toPage },
      { role: "member", areas: ["me", "orders", "wallet", "coupons", "gift-cards"], without: [] },
      { role: "agent", areas: ["upstream", "interconnect"], without: [] },
      // Last: they change the settings, the shop's language among them.
      { role: "staff", areas: ["admin"], without: [...endOfSession, ...uploads] },
    ] as const;
    const settingsOf = ({ role, areas, without }: (typeof runs)[number]) => ({
      role,
      areas: [...areas],
      without: [...without],
      headers: headers[role],
      credentials,
    });

    describe.each(runs.map((one, at) => ({ ...one, at })))("$role", (one) => {
      it("every operation answers a request of its kind by its schema", async () => {
        const run = settingsOf(one);
        const all = await operationsOf(shop.url, run);
        // Staff have more operations than all others together.
        const share = one.role === "staff" ? 6 : 2;
        const operations = all.filter((_, at) => isTurnOf(at, share));
        const once = {
          ...run,
          phases: "examples,fuzzing",
          examples: 1,
          only: operations.map(({ id }) => id),
        };
        const { code, output, called } = await fuzz(shop.url, once);
        expect(code, output).toBe(0);
        const labels = operations.map(({ label }) => label);
        expect(labels.filter((label) => !called.has(label))).toEqual([]);
        expect(labels.length).toBeGreaterThan(3);
      });

      it.runIf(isTurnOf(one.at, runs.length))(
        "no 5xx, no answer outside its schema, and but for staff no valid request refused, at every bound",
        async () => {
          const run = settingsOf(one);
          const operations = await operationsOf(shop.url, run);
          const { code, output } = await fuzz(shop.url, {
            ...run,
            phases: "coverage,fuzzing",
            examples: isLong ? 50 : 5,
            // Which operations are tried at their bounds follows from the seed; all of them in the long run.
            only: (isLong ? operations : operations.slice(0, atBounds)).map(({ id }) => id),
            seconds,
          });
          expect(code, output).toBe(0);
        },
      );
    });
  },
);
