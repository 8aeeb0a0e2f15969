import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getConfig } from "@/lib/config/config";
import { configKeys } from "@/lib/config/load-config";
import { disconnect } from "@/lib/db/client";
import { aLoggedInAdmin, aLoggedInUser } from "../support/builders/accounts";
import { aProduct } from "../support/builders/products";
import { aConnection, aSite } from "../support/builders/sites";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { fuzz, hasSchemathesis, type Role } from "../support/harness/schemathesis";
import { applyTestConfig } from "../support/harness/test-config";

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
const endOfSession = ["delete_admin_session", "put_admin_session_password"];
/** Bytes that have no schema, and a media type that the judge cannot write; they have tests of their own. */
const uploads = ["post_admin_media", "post_admin_payment_proofs", "patch_admin_file_uploads_key"];

let shop: BuiltShop;
let credentials: Record<string, string>;
let headers: Record<Role, Record<string, string>>;

describe.skipIf(!hasSchemathesis)(
  "Schemathesis, by the description of the API, as",
  { timeout: 1_200_000 },
  () => {
    beforeAll(async () => {
      const limits = [...configKeys().keys()].filter((key) => key.startsWith("limits."));
      const unlimited = Object.fromEntries(limits.map((key) => [key, "1000000"]));
      shop = await startBuiltShop("schemathesis", { ...testKeys(), ...unlimited });
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

    it.each([
      // Leads out of the API to a page.
      ["anonymous", ["public", "auth", "guest", "payments"], 5, ["get_payments_return_payment_no"]],
      ["member", ["me", "orders", "wallet", "coupons", "gift-cards"], 5, []],
      ["staff", ["admin"], 1, [...endOfSession, ...uploads]],
      ["agent", ["upstream", "interconnect"], 10, []],
    ] as const)(
      "%s: no 5xx, no answer outside its schema, and but for staff no valid request refused",
      async (role, areas, examples, without) => {
        const run = { role, areas: [...areas], examples, headers: headers[role], credentials };
        const { code, output } = await fuzz(shop.url, { ...run, without: [...without] });
        expect(code, output).toBe(0);
      },
    );
  },
);
