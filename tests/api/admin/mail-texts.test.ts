import { describe, expect, it } from "vitest";
import { operations as adminMailTexts } from "@/app/api/v1/admin/mail-texts/[[...path]]/route";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { type EditableMail, editableMails } from "@/lib/notifications/mail-kinds";
import { openMail } from "@/lib/notifications/mails/mail-seal";
import { closeMailTransport } from "@/lib/notifications/mails/mail-transport";
import { queueMail } from "@/lib/notifications/mails/queue-mail";
import { sampleMail } from "@/lib/notifications/texts/sample-mails";
import type { MailTextOut } from "@/lib/notifications/texts/schema";
import { refreshSettings } from "@/lib/settings/queries";
import { writeSettings } from "@/lib/settings/write-settings";
import { startMailServer } from "../../support/fakes/mail-server";
import { audits, expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { expectRefusal } from "../../support/harness/public-suite";
import { overrideConfig } from "../../support/harness/test-config";

const staff = staffOfTest("manager");
const at = (kind: string, locale: string) => ({ params: { kind, locale } });
const save = (kind: string, locale: string, body: Record<string, unknown>) =>
  staff.call<MailTextOut>(adminMailTexts.saveMailText, "PUT", { ...at(kind, locale), body });
const read = async (kind: string, locale: string) =>
  (await staff.call<MailTextOut>(adminMailTexts.getMailText, "GET", at(kind, locale))).data;

/** The mail that a customer gets. */
async function mailOf(kind: EditableMail, locale: "en" | "zh") {
  const data = sampleMail(kind, "USD", locale);
  await inTransaction((tx) => queueMail(tx, { kind, to: "ada@example.com", locale, data } as never));
  const row = await db().mail.findFirstOrThrow({
    orderBy: { id: "desc" },
    omit: { textSealed: false, htmlSealed: false },
  });
  return { subject: row.subject, ...openMail(row) };
}

describe("/api/v1/admin/mail-texts", () => {
  it("are for staff who may change settings", async () => {
    await expectStaffOnly(adminMailTexts.listMailTexts, "GET", {}, "support");
    await expectStaffOnly(adminMailTexts.getMailText, "GET", at("order_paid", "en"), "support");
    await expectStaffOnly(
      adminMailTexts.saveMailText,
      "PUT",
      { ...at("order_paid", "en"), body: { subject: "x" } },
      "viewer",
    );
    await expectStaffOnly(adminMailTexts.resetMailText, "DELETE", at("order_paid", "en"), "viewer");
    await expectStaffOnly(
      adminMailTexts.previewMailText,
      "POST",
      { ...at("order_paid", "en"), body: {} },
      "support",
    );
    await expectStaffOnly(
      adminMailTexts.sendMailText,
      "POST",
      { ...at("order_paid", "en"), body: {} },
      "viewer",
    );
    expect(await db().mailText.count()).toBe(0);
  });

  it("are listed for every kind and language, with their standard text and placeholders", async () => {
    const { data } = await staff.call<{ texts: MailTextOut[] }>(adminMailTexts.listMailTexts, "GET");
    expect(data.texts.map(({ kind, locale }) => `${kind} ${locale}`)).toEqual(
      editableMails.flatMap((kind) => [`${kind} en`, `${kind} zh`]),
    );
    expect(data.texts.find(({ kind, locale }) => kind === "order_refunded" && locale === "en")).toMatchObject(
      {
        subject: null,
        is_own: false,
        problem: null,
        updated_at: null,
        standard: { heading: "Your refund", closing: null },
        placeholders: ["default", "shop", "order", "amount", "reason"],
      },
    );
  });

  it("are what customers of that language read from then on, with the keys, and are in the audit log", async () => {
    const saved = await save("order_delivered", "en", {
      subject: "{shop}: {products}",
      heading: "Enjoy it",
      lead: "Order {order} over {amount}.\nSee you <soon>",
      closing: "",
    });
    expect(saved.data).toMatchObject({ subject: "{shop}: {products}", closing: null, is_own: true });
    expect(await lastAudit()).toMatchObject({
      action: "mail_text.update",
      target: "mail_text:order_delivered:en",
      data: { changed: ["subject", "heading", "lead"] },
    });
    const mail = await mailOf("order_delivered", "en");
    expect(mail.subject).toBe("Keyshelf: Sample product");
    expect(mail.text).toContain("Enjoy it\n\nOrder K4M7T2QX9WDRH3BPN over 10.80 USD.\nSee you <soon>\n");
    expect(mail.text).toContain("\nABCDE-FGHJK-LMNPQ-RSTUV\n");
    expect(mail.html).toContain("over 10.80 USD.<br>See you &lt;soon&gt;");
    const chinese = await mailOf("order_delivered", "zh");
    expect(chinese.subject).not.toContain("示例商品");
    expect(chinese.text).toContain("示例商品");
    expect((await mailOf("order_paid", "en")).subject).toBe("Payment received: order K4M7T2QX9WDRH3BPN");
  });

  it("refuse an unknown placeholder, a subject of two lines and a mail that there is not", async () => {
    const unknown = await save("order_paid", "en", { lead: "Dear {name}" });
    expectRefusal(unknown, 400, "lead: contains {name}, which is not a placeholder of this mail");
    // Known, but not in this mail.
    expectRefusal(await save("code", "en", { subject: "For {order}" }), 400, /^subject: contains \{order\}/);
    expectRefusal(await save("code", "en", { heading: "{shop" }), 400, /^heading: contains \{shop/);
    expectRefusal(await save("code", "en", { subject: "a\nb" }), 400, /^subject: must be one line/);
    expectRefusal(await save("code", "en", { closing: "x".repeat(2001) }), 400, /^closing: /);
    for (const [kind, locale] of [
      ["operator", "en"],
      ["constructor", "en"],
      ["code", "fr"],
      ["code", "__proto__"],
    ] as const)
      expectRefusal(await save(kind, locale, { subject: "x" }), 404, "Mail text not found");
    expect(await db().mailText.count()).toBe(0);
    expect(await audits()).toEqual([]);
  });

  it("can be sent to one's own address before they are saved, with sample data", async () => {
    const post = (body: Record<string, unknown>) =>
      staff.call<{ sent: boolean; problem: string | null }>(adminMailTexts.sendMailText, "POST", {
        ...at("order_delivered", "en"),
        body,
      });
    expectRefusal(await post({ subject: "Yours: {products}" }), 409, /mail server/i, 40906);
    const smtp = await startMailServer();
    overrideConfig({ "mail.smtpUrl": smtp.url, "mail.from": "Shop <shop@keyshelf.example>" });
    expect((await post({ subject: "Yours: {products}" })).data).toMatchObject({ sent: true, problem: null });
    expect(smtp.mails).toMatchObject([{ to: [staff.email()], subject: "Yours: Sample product" }]);
    expect(smtp.mails[0]?.text).toContain("ABCDE-FGHJK-LMNPQ-RSTUV");
    expectRefusal(await post({ subject: "{nobody}" }), 400, /^subject: contains \{nobody\}/);
    expect(smtp.mails).toHaveLength(1);
    expect(await db().mailText.count()).toBe(0);
    closeMailTransport();
    await smtp.stop();
  });

  it("go back to the standard text when they are reset or all empty, once", async () => {
    const standard = (await mailOf("guest_recovery", "zh")).subject;
    await save("guest_recovery", "zh", { subject: "{count} 个订单" });
    expect((await mailOf("guest_recovery", "zh")).subject).toBe("1 个订单");
    const reset = await staff.call<MailTextOut>(
      adminMailTexts.resetMailText,
      "DELETE",
      at("guest_recovery", "zh"),
    );
    expect(reset.data).toMatchObject({ subject: null, is_own: false });
    expect((await mailOf("guest_recovery", "zh")).subject).toBe(standard);
    expect(
      (await staff.call(adminMailTexts.resetMailText, "DELETE", at("guest_recovery", "zh"))).status,
    ).toBe(200);
    await save("guest_recovery", "zh", { subject: "x" });
    expect((await save("guest_recovery", "zh", { subject: null, lead: " " })).data.is_own).toBe(false);
    expect(await db().mailText.count()).toBe(0);
    expect((await audits()).map(({ action }) => action)).toEqual([
      "mail_text.update",
      "mail_text.reset",
      "mail_text.update",
      "mail_text.reset",
    ]);
  });

  it("never stop a mail: one that cannot be filled is left out, and the admin says so", async () => {
    // As an older or newer version may have stored it.
    const broken = { subject: "{customer}", heading: "Hello", lead: null, closing: null };
    await db().mailText.create({
      data: { kind: "order_delivered", locale: "en", ...broken, updatedAt: new Date() },
    });
    const mail = await mailOf("order_delivered", "en");
    expect(mail.subject).toBe("Your order K4M7T2QX9WDRH3BPN is here");
    expect(mail.text).toContain("ABCDE-FGHJK-LMNPQ-RSTUV");
    expect(await read("order_delivered", "en")).toMatchObject({ problem: "{customer}", heading: "Hello" });
    expect((await save("order_delivered", "en", { heading: "Hello" })).data.problem).toBeNull();
    expect((await mailOf("order_delivered", "en")).text).toMatch(/^Hello\n/);
  });

  it("save one of several that save at once on the same text", async () => {
    await save("code", "en", { subject: "First" });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        save("code", "en", { subject: `Own ${n}`, seen: { subject: "First" } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    // Also where no row is there to be locked.
    const made = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        save("code", "zh", { subject: `Own ${n}`, seen: { subject: null } }),
      ),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it("are previewed as they would be, in the shop's name, and stored by nothing", async () => {
    await inTransaction((tx) => writeSettings(tx, { siteName: "Corner" }));
    await refreshSettings();
    const body = { subject: "{shop}: {default}", lead: "<b>{order}</b>" };
    const { data } = await staff.call<{ subject: string; text: string; html: string }>(
      adminMailTexts.previewMailText,
      "POST",
      {
        ...at("order_paid", "en"),
        body,
      },
    );
    expect(data.subject).toBe("Corner: Payment received: order K4M7T2QX9WDRH3BPN");
    expect(data.html).toContain("&lt;b&gt;K4M7T2QX9WDRH3BPN&lt;/b&gt;");
    expect(data.text).toContain("<b>K4M7T2QX9WDRH3BPN</b>");
    const wrong = await staff.call(adminMailTexts.previewMailText, "POST", {
      ...at("order_paid", "en"),
      body: { closing: "{nobody}" },
    });
    expectRefusal(wrong, 400, /^closing: contains \{nobody\}/);
    expect([await db().mailText.count(), await db().mail.count()]).toEqual([0, 0]);
  });
});
