import { describe, expect, it } from "vitest";
import { locales } from "@/lib/core/locale";
import { type EditableMail, editableMails } from "@/lib/notifications/mail-kinds";
import { drawMail } from "@/lib/notifications/texts/draw-mail";
import { fillText, findUnknownPlaceholder, partsOf, withOwnText } from "@/lib/notifications/texts/fill-text";
import type { MailContent, MailShop } from "@/lib/notifications/texts/mail-content";
import { placeholderValues } from "@/lib/notifications/texts/placeholders";
import { sampleMail } from "@/lib/notifications/texts/sample-mails";
import type { MailParts } from "@/lib/notifications/texts/schema";
import { languages } from "@/messages/languages";

const shop: MailShop = { name: "Corner", timeZone: "UTC", logoUrl: null, contact: null };
const none: MailParts = { subject: null, heading: null, lead: null, closing: null };

function standardOf(kind: EditableMail, locale: (typeof locales)[number]): MailContent {
  const write = languages[locale].mails[kind] as (data: unknown, shop: MailShop) => MailContent;
  return write(sampleMail(kind, "USD", locale), shop);
}

const drawn = (kind: EditableMail, parts: Partial<MailParts>) =>
  drawMail(kind, sampleMail(kind, "USD", "en"), {
    locale: "en",
    shop,
    own: {
      parts: { ...none, ...parts },
      values: placeholderValues(kind, sampleMail(kind, "USD", "en"), { locale: "en", shop }),
    },
  });

describe("placeholders", () => {
  it.each([
    ["Order {order} of {shop}", null],
    ["{order}{order}", null],
    ["nothing to fill", null],
    ["Hello {name}", "{name}"],
    ["Hello {Order}", "{Order}"],
    ["Hello { order }", "{ order }"],
    ["Hello {order", "{order"],
    ["Hello order}", "}"],
    ["Hello {}", "{}"],
    ["{{order}}", "{ }"],
    ["or{{shop}der}", "{ der}"],
  ])("are unknown in %j: %j", (text, unknown) => {
    expect(findUnknownPlaceholder(text, ["order", "shop"])).toBe(unknown);
  });

  it("are filled in one pass: a value that looks like one stays as it is", () => {
    expect(fillText("{shop}: {order}", { shop: "{order} $& \\1", order: "K1" })).toBe("{order} $& \\1: K1");
  });

  it("fill nothing when they are unknown", () => {
    expect(() => fillText("{shop} {gone}", { shop: "Corner" })).toThrow("{gone}");
  });

  it("are no names of an object's own members", () => {
    expect(findUnknownPlaceholder("{constructor}", Object.keys({ shop: "x" }))).toBe("{constructor}");
    expect(() => fillText("{to_string}", { shop: "x" })).toThrow();
  });
});

describe("own mail texts", () => {
  it("are for every kind of mail but the operator's", () => {
    const kinds = Object.keys(languages.en.mails).filter((kind) => kind !== "operator");
    expect([...editableMails].sort()).toEqual(kinds.sort());
  });

  it.each(editableMails)("%s has the same parts in every language", (kind) => {
    const [first, ...others] = locales.map((locale) => {
      const { lead, closing } = partsOf(standardOf(kind, locale));
      return [lead !== null, closing !== null];
    });
    for (const other of others) expect(other).toEqual(first);
  });

  it.each(editableMails)("leave in %s every block that is not theirs", (kind) => {
    const standard = standardOf(kind, "en");
    const own = withOwnText(standard, {
      parts: { subject: "S", heading: "H", lead: "L", closing: "C" },
      values: { shop: "Corner" },
    });
    const isOther = (block: MailContent["blocks"][number]) => !("part" in block);
    expect(own).toMatchObject({ subject: "S", heading: "H" });
    expect(own.blocks).toEqual([
      { kind: "text", text: "L" },
      ...standard.blocks.filter(isOther),
      { kind: "small", text: "C" },
    ]);
  });

  it.each(editableMails)("leave %s as it is when they are all empty", (kind) => {
    const standard = standardOf(kind, "zh");
    expect(withOwnText(standard, { parts: none, values: {} })).toEqual(standard);
  });

  it("hold the standard text of their part where they ask for it", () => {
    const standard = standardOf("order_refunded", "en");
    const { lead } = partsOf(standard);
    const own = withOwnText(standard, {
      parts: { ...none, subject: "[Corner] {default}", lead: "{default}\n\nQuestions? Write to us." },
      values: { shop: "Corner" },
    });
    expect(own.subject).toBe(`[Corner] ${standard.subject}`);
    expect(own.blocks[0]).toEqual({ kind: "text", text: `${lead}\n\nQuestions? Write to us.` });
  });

  it("fall back to the standard subject and heading where theirs are filled with nothing", () => {
    const standard = standardOf("order_refunded", "en");
    const parts = { ...none, subject: "{reason}", heading: "{reason}", lead: "{reason}" };
    const own = withOwnText(standard, { parts, values: { reason: "" } });
    expect([own.subject, own.heading]).toEqual([standard.subject, standard.heading]);
    expect(own.blocks).toEqual(
      standard.blocks.filter((block) => !("part" in block) || block.part !== "lead"),
    );
  });

  it("are text: escaped in the HTML, as they are in the plain part, in one line in the subject", () => {
    const mail = drawn("order_delivered", {
      subject: "For {order}\r\nBcc: eve@example.com",
      heading: "<h1>{products}</h1>",
      lead: '<script>alert(1)</script> & "{shop}"',
      closing: "<img src=x onerror=alert(1)>",
    });
    expect(mail.subject).toBe("For K4M7T2QX9WDRH3BPN Bcc: eve@example.com");
    expect(mail.html).not.toMatch(/<script|<img|<h1>Keyshelf/);
    expect(mail.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Corner&quot;");
    expect(mail.text).toContain('<script>alert(1)</script> & "Corner"');
    expect(mail.text).toContain("ABCDE-FGHJK-LMNPQ-RSTUV");
    expect(mail.html).toContain("ABCDE-FGHJK-LMNPQ-RSTUV");
  });

  it("offer no placeholder for a code, a key or a link", () => {
    for (const kind of editableMails) {
      const values = placeholderValues(kind, sampleMail(kind, "USD", "en"), { locale: "en", shop });
      const all = Object.values(values).join(" ");
      expect(all, kind).not.toMatch(/042917|ABCDE-|https?:/);
    }
  });
});
