import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { anEmail, aProduct } from "../../support/builders/products";
import { startMailServer } from "../../support/fakes/mail-server";
import type { Envelope } from "../../support/harness/call";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";

const german = /⟦.+⟧/;

let server: ApiServer;
let smtp: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  smtp = await startMailServer();
  server = await startApiServer({ speaksGerman: true, worker: true, settings: { "mail.smtpUrl": smtp.url } });
});
afterAll(() => Promise.all([server.stop(), smtp.stop()]));

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { "accept-language": "de-AT, en;q=0.5", "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { data, msg } = (await answer.json()) as Envelope<Record<string, unknown>>;
  return { status: answer.status, data, msg };
}

/** A change by staff, through the running shop, which then knows it. */
async function set(patch: Record<string, unknown>) {
  const { cookie } = await aLoggedInAdmin();
  const staff = { cookie, origin: server.url, "sec-fetch-site": "same-origin" };
  expect((await send("PATCH", "/admin/settings", patch, staff)).msg).toBe("success");
  return staff;
}

/** A German text of a product, as its editor stores it. */
async function aGermanProduct() {
  const { product, sku } = await aProduct({ keys: 2 });
  await db().product.update({
    where: { id: product.id },
    data: { translations: { de: { title: "Laternenfall" } } },
  });
  return { product, sku };
}

describe("a shop with a third language that has no admin", () => {
  it("offers it, shows goods in it, and knows no fourth one", async () => {
    const { product } = await aGermanProduct();
    await set({ locales: ["en", "zh", "de"] });
    expect((await send("GET", "/public/config")).data).toMatchObject({ locales: ["en", "zh", "de"] });
    const shown = async (lang: string) => send("GET", `/public/products/${product.slug}?lang=${lang}`);
    expect((await shown("de")).data).toMatchObject({ title: "Laternenfall" });
    expect((await shown("zh")).data).toMatchObject({ title: product.title });
    expect((await shown("fr")).status).toBe(400);
  });

  it("refuses in it, by the browser of whoever asks, staff too", async () => {
    const refused = await send("POST", "/guest/orders", { product_id: 1 });
    expect([refused.status, refused.msg]).toEqual([400, expect.stringMatching(german)]);
    expect((await send("POST", "/guest/orders", {}, { "accept-language": "zh" })).msg).not.toMatch(german);
    expect((await send("GET", "/admin/orders")).msg).toMatch(german);
  });

  it("takes an order in it and mails in it, and is English in its alerts [C123]", async () => {
    const { product } = await aGermanProduct();
    const staff = await set({ locales: ["en", "de"] });
    const email = anEmail();
    const order = { product_id: product.id, quantity: 1, email, locale: "de" };
    expect((await send("POST", "/guest/orders", order)).status).toBe(200);
    const stored = await db().order.findFirstOrThrow({ where: { email } });
    expect(stored).toMatchObject({ locale: "de" });
    expect((await send("POST", "/guest/orders/recover", { email, locale: "de" })).status).toBe(200);
    const code = anEmail();
    expect((await send("POST", "/auth/email/send-code", { email: code, purpose: "register" })).status).toBe(
      200,
    );
    const subjects = async () =>
      (await db().mail.findMany({ where: { recipient: { in: [email, code] } } })).map(
        ({ subject }) => subject,
      );
    await expect
      .poll(subjects, { timeout: 20_000 })
      .toEqual([expect.stringMatching(german), expect.stringMatching(german)]);

    const alert = { kind: "purchase.twice", dedupeKey: "twice:1", message: "-" };
    await db().alert.create({ data: { ...alert, data: { title: "Atlas", orderNo: "K1" } } });
    const { data } = await send("GET", "/admin/alerts", undefined, staff);
    expect(JSON.stringify(data)).toContain("Atlas");
    expect(JSON.stringify(data)).not.toMatch(german);
  });

  it("says in it that it is closed for maintenance", async () => {
    const { product } = await aGermanProduct();
    await set({ maintenance: true, locales: ["de"], default_locale: "de" });
    const order = { product_id: product.id, quantity: 1, email: anEmail() };
    const closed = await send("POST", "/guest/orders", order, { "accept-language": "fr" });
    expect([closed.status, closed.msg]).toEqual([503, expect.stringMatching(german)]);
  });
});
