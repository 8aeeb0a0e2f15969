import { describe, expect, it } from "vitest";
import { operations as adminSettings } from "@/app/api/v1/admin/settings/[[...path]]/route";
import { db } from "@/lib/db/client";
import { getSettings } from "@/lib/settings/queries";
import { openCaptchaSecret } from "@/lib/settings/sealed-secrets";
import { anOrder } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { expectRefusal } from "../../support/harness/public-suite";

const admin = staffOfTest();
const patch = (body: Record<string, unknown>) => admin.call(adminSettings.updateSettings, "PATCH", { body });

describe("/api/v1/admin/settings", () => {
  it("admits only staff who may change settings", async () => {
    await expectStaffOnly(adminSettings.updateSettings, "PATCH", { body: { site_name: "x" } }, "viewer");
    await expectStaffOnly(adminSettings.getAdminSettings, "GET", {}, "support");
    expect(await db().setting.count()).toBe(0);
  });

  it("keeps a look by its parts, and refuses what could not be drawn", async () => {
    await patch({ look: { color: "#7C3AED", font: "serif", sections: [{ kind: "best_sellers" }] } });
    await patch({ look: { corners: "sharp" } });
    const { look } = await getSettings();
    expect(look).toMatchObject({ color: "#7c3aed", font: "serif", corners: "sharp", headerLinks: [] });
    expect(look.sections).toMatchObject([{ kind: "best_sellers", title: null }]);
    expectRefusal(await patch({ look: { color: "red" } }), 400, /^look\.color: must be a colour/);
    expectRefusal(await patch({ look: { font: "comic" } }), 400, /^look\.font: /);
    expectRefusal(
      await patch({ look: { footer_links: [{ label: "x", address: "javascript:alert(1)" }] } }),
      400,
      /^look\.footer_links\.0\.address: must be a path/,
    );
    const late = await patch({ look: { color: "#111111" }, seen: { "look.color": null } });
    expect(late.status).toBe(409);
    expect((await getSettings()).look.color).toBe("#7c3aed");
  });

  it("changes what is given and keeps the rest, also inside a group", async () => {
    await patch({
      site_name: "Corner",
      contact: "me@example.com",
      captcha: { scenes: { login: true } },
      features: { wallet: false },
    });
    await patch({
      contact: null,
      captcha: { provider: "image", scenes: { register: true } },
      features: { coupons: false },
    });
    expect(await getSettings()).toMatchObject({
      siteName: "Corner",
      contact: null,
      captcha: { provider: "image", scenes: { login: true, register: true, forgot: false } },
      features: { wallet: false, coupons: false, registration: true },
    });
    expect(await lastAudit()).toMatchObject({
      action: "settings.update",
      data: {
        changes: {
          contact: ["me@example.com", null],
          "captcha.provider": ["none", "image"],
          "features.coupons": [true, false],
        },
      },
    });
  });

  it("refuses to undo a change after a later change by somebody else", async () => {
    await patch({ contact: "first@example.com", notice: "Open" });
    await patch({ contact: "second@example.com", seen: { contact: "first@example.com" } });
    const late = await patch({ contact: "third@example.com", seen: { contact: "first@example.com" } });
    expectRefusal(late, 409, /^contact: has changed meanwhile/, 40906);
    expect(await getSettings()).toMatchObject({ contact: "second@example.com", notice: "Open" });
    const nested = await patch({
      captcha: { provider: "image" },
      features: { wallet: false },
      seen: { "captcha.provider": "none", "features.wallet": true },
    });
    expect(nested.status).toBe(200);
    const empty = await patch({ notice: null, seen: { notice: "Open" } });
    expect(empty.status).toBe(200);
    expect((await patch({ notice: "Shut", seen: { notice: "" } })).status).toBe(200);
  });

  it("cleans the legal pages [A19]", async () => {
    await patch({ legal: { terms: "<h2>Terms</h2><script>alert(1)</script><p onclick=x>ok</p>" } });
    expect((await getSettings()).legal).toEqual({
      terms: "<h2>Terms</h2><p>ok</p>",
      privacy: "",
      refund: "",
      imprint: "",
    });
  });

  it("seals the captcha secret, never sends it back and keeps it when it is left out [A22]", async () => {
    const canary = "canary-turnstile";
    const answer = await patch({ captcha: { provider: "turnstile", site_key: "k", secret: canary } });
    expect(answer.data).toMatchObject({ captcha: { has_secret: true } });
    await patch({ captcha: { site_key: "k2" } });
    const read = await admin.call(adminSettings.getAdminSettings, "GET");
    expect(answer.text + read.text).not.toContain(canary);
    expect(
      JSON.stringify([
        await db().setting.findMany(),
        await db().auditLog.findMany({ select: { data: true } }),
      ]),
    ).not.toContain(canary);
    expect(openCaptchaSecret(await getSettings())).toBe(canary);
    expectRefusal(await patch({ captcha: { secret: null } }), 400, /^captcha\.secret: is required/);
    await patch({ captcha: { provider: "none", secret: null } });
    expect(openCaptchaSecret(await getSettings())).toBeNull();
  });

  it.each<[string, Record<string, unknown>]>([
    ["site_name", { site_name: "" }],
    ["currency", { currency: "usd" }],
    ["locales", { locales: [] }],
    ["locales.0", { locales: ["xx"] }],
    ["time_zone", { time_zone: "Mars/Base" }],
    ["default_locale", { locales: ["en"], default_locale: "zh" }],
    ["order_expire_minutes", { order_expire_minutes: 1 }],
    ["order_expire_minutes", { order_expire_minutes: "15" }],
    ["captcha.provider", { captcha: { provider: "other" } }],
    ["captcha.site_key", { captcha: { provider: "turnstile" } }],
    ["logo", { logo: "javascript:alert(1)" }],
  ])("refuses a wrong %s in a sentence that names it", async (field, body) => {
    expectRefusal(await patch(body), 400, new RegExp(`^${field.replaceAll(".", "\\.")}: `));
    expect(await db().setting.count()).toBe(0);
  });

  it("keeps the currency once there are amounts in it", async () => {
    expect((await patch({ currency: "EUR" })).data).toMatchObject({ currency: "EUR" });
    const { sku } = await aProduct({ keys: 1 });
    await anOrder({ sku });
    expectRefusal(await patch({ currency: "USD" }), 409, /^currency: cannot change/, 40906);
    expect((await patch({ currency: "EUR", site_name: "Same" })).status).toBe(200);
  });

  it("loses nothing when two operators save at once", async () => {
    await Promise.all([
      patch({ features: { wallet: false } }),
      patch({ features: { coupons: false } }),
      patch({ features: { registration: false } }),
    ]);
    expect((await getSettings()).features).toMatchObject({
      wallet: false,
      coupons: false,
      registration: false,
    });
  });
});
