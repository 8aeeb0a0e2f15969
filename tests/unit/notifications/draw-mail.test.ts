import { describe, expect, it } from "vitest";
import { nameDevice } from "@/lib/core/formats/name-device";
import type { MailData, MailKind, MailReceipt } from "@/lib/notifications/mail-data";
import { drawMail } from "@/lib/notifications/texts/draw-mail";

const shop = { name: "Keyshelf", timeZone: "Asia/Shanghai", logoUrl: null, contact: null };
const url = "https://shop.example.com/orders/K0#t=abc";
const lines = [
  {
    title: "Atlas",
    skuName: "1 year",
    quantity: 2,
    secrets: ["KEY-1", "KEY-<2>&"],
    instructions: "Open the app",
  },
];
const receipt: MailReceipt = {
  orderNo: "K0",
  currency: "USD",
  originalAmount: "12.00",
  reductions: [
    { kind: "quantity", name: null, amount: "1.00" },
    { kind: "coupon", name: "WELCOME10", amount: "1.10" },
  ],
  amount: "9.90",
};
const samples: { [K in MailKind]: MailData[K] } = {
  code: { purpose: "register", code: "042917", minutes: 10, hasAccount: true },
  order_open: { receipt, lines, until: "2026-03-01 12:15", url },
  order_paid: { receipt, lines, isByHand: true, url },
  order_delivered: { receipt, lines, url, receiptUrl: `${url}-receipt`, giftTo: null },
  order_secret_changed: { orderNo: "K0", lines, url, giftTo: null },
  gift: { fromName: "Alex", message: "For you", lines, url, isChanged: false },
  order_ending: {
    orderNo: "K0",
    title: "Book",
    skuName: null,
    until: "2026-03-01 12:15",
    url,
    renewUrl: url,
  },
  order_new_version: { orderNo: "K0", title: "Book", version: "2.0", notes: "Typos", url },
  order_failed: { receipt, lines, url },
  order_refunded: {
    orderNo: "K0",
    amount: "9.90",
    currency: "USD",
    method: "gateway",
    reason: "late",
    url,
    receiptUrl: url,
  },
  order_answer: { orderNo: "K0", text: "Try it again", url },
  stock_confirm: { title: "Atlas", skuName: "1 year", url, endUrl: `${url}-end` },
  stock_back: { title: "Atlas", skuName: "1 year", url, endUrl: `${url}-end` },
  guest_recovery: { orders: [{ orderNo: "K0", title: "Atlas", createdAt: new Date(0), url }] },
  operator: { title: "Sale: Atlas", rows: [["Order", "K0"]], url },
  security: { event: "new_device", at: new Date(0), ip: "203.0.113.7", device: "Firefox · Windows", url },
};
const kinds = Object.keys(samples) as MailKind[];

describe("mails", () => {
  it.each(kinds)("writes %s in both languages, as text and as HTML", (kind) => {
    const en = drawMail(kind, samples[kind], { locale: "en", shop });
    const zh = drawMail(kind, samples[kind], { locale: "zh", shop });
    for (const mail of [en, zh]) {
      expect(mail.subject.length).toBeGreaterThan(3);
      expect(mail.text).not.toMatch(/undefined|null|\[object|<[a-z]/);
      expect(mail.html).not.toMatch(/undefined|>null|\[object/);
    }
    expect(zh.subject).toMatch(/[\u4e00-\u9fff]/);
    expect(zh.html).toContain('lang="zh-Hans"');
    expect(en.subject).not.toMatch(/[\u4e00-\u9fff]/);
  });

  it.each([
    ["order_paid", "because you used Keyshelf"],
    ["gift", "because somebody gave you something"],
    ["operator", "for the staff of Keyshelf"],
  ] as const)("says in the last lines of %s why it came", (kind, reason) => {
    const { text, html } = drawMail(kind, samples[kind], { locale: "en", shop });
    expect(text).toContain(reason);
    expect(html).toContain(reason);
  });

  it("names each reduction of what was paid beside the keys", () => {
    const { text } = drawMail("order_delivered", samples.order_delivered, { locale: "en", shop });
    const rows = ["Before discounts: 12.00 USD", "Quantity price: −1.00 USD", "Coupon WELCOME10: −1.10 USD"];
    expect(text).toContain([...rows, "Paid: 9.90 USD"].join("\n"));
    const plain = { ...receipt, reductions: [], amount: "12.00" };
    const data = { ...samples.order_delivered, receipt: plain };
    expect(drawMail("order_delivered", data, { locale: "en", shop }).text).not.toMatch(/Before|−/);
  });

  it.each(["en", "zh"] as const)(
    "says in %s of an unpaid order what is to be paid, and not that it was",
    (locale) => {
      const [paid, toPay] = { en: ["Paid", "To pay"], zh: ["已付", "应付"] }[locale];
      const { text } = drawMail("order_open", samples.order_open, { locale, shop });
      expect(text).toContain(`${toPay}: 9.90 USD`);
      expect(text).not.toContain(`${paid}: `);
    },
  );

  it("puts the keys, byte for byte, into the text and escapes them in the HTML", () => {
    const mail = drawMail("order_delivered", samples.order_delivered, { locale: "en", shop });
    expect(mail.text).toContain("\nKEY-1\nKEY-<2>&\n");
    expect(mail.html).toContain("KEY-&lt;2&gt;&amp;");
    expect(mail.html).not.toContain("KEY-<2>");
    expect(mail.text).toContain(url);
  });

  it("keeps the code out of the subject, which is stored in clear [A21]", () => {
    const mail = drawMail("code", samples.code, { locale: "en", shop });
    expect(mail.subject).not.toContain("042917");
    expect(mail.text).toContain("042917");
  });

  it("carries the shop's logo, contact and both sets of colours", () => {
    const own = {
      ...shop,
      logoUrl: "https://shop.example.com/brand/icon-180.png",
      contact: "help@shop.example.com",
    };
    const mail = drawMail("order_paid", samples.order_paid, { locale: "en", shop: own });
    expect(mail.html).toContain('<img src="https://shop.example.com/brand/icon-180.png"');
    expect(mail.html).toContain('href="mailto:help@shop.example.com"');
    expect(mail.html).toContain("prefers-color-scheme:dark");
    expect(mail.text).toContain("Keyshelf\nhelp@shop.example.com\n");
    const plain = drawMail("order_paid", samples.order_paid, { locale: "en", shop });
    expect(plain.html).not.toMatch(/<img|mailto:/);
  });

  it("makes a link of a contact only where it is an address", () => {
    const contact = 'WeChat: "keys" <b>';
    const { html } = drawMail("order_paid", samples.order_paid, { locale: "en", shop: { ...shop, contact } });
    expect(html).toContain("WeChat: &quot;keys&quot; &lt;b&gt;");
    const script = drawMail("order_paid", samples.order_paid, {
      locale: "en",
      shop: { ...shop, contact: "javascript:alert(1)" },
    });
    expect(script.html).not.toContain('href="javascript');
  });

  it("names the browser of a log-in in words, or says that it is not known", () => {
    const say = (device: string | null) =>
      drawMail("security", { ...samples.security, device }, { locale: "en", shop }).text;
    expect(
      say(nameDevice("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0")),
    ).toContain("Device: Firefox · Windows");
    expect(say(nameDevice(""))).toContain("Device: unknown");
  });

  it("names times in the shop's time zone", () => {
    const mail = drawMail("security", samples.security, { locale: "en", shop });
    expect(mail.text).toMatch(/Jan 1, 1970, 8:00.AM Asia\/Shanghai/);
  });

  it("makes nothing executable of a hostile product or shop name [A19]", () => {
    const title = '<img src=x onerror="alert(1)">\r\nBcc: x@example.com';
    const data = { ...samples.order_delivered, lines: [{ ...lines[0], title } as (typeof lines)[0]] };
    const mail = drawMail("order_delivered", data, {
      locale: "en",
      shop: { ...shop, name: '"><script>x</script>\r\nBcc: y' },
    });
    expect(mail.html).not.toMatch(/<img src=x|<script>/);
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });
});
