import { describe, expect, it } from "vitest";
import { POST as sendCode } from "@/app/api/v1/auth/email/send-code/route";
import { POST as recover } from "@/app/api/v1/guest/orders/recover/route";
import { POST as createOrder } from "@/app/api/v1/guest/orders/route";
import { orderMails } from "@/lib/checkout/mails/order-mails";
import { db } from "@/lib/db/client";
import type { JobPayloads } from "@/lib/jobs/kinds";
import { updateSettings } from "@/lib/settings/update-settings";
import { mailCode, mailSecurity } from "@/lib/worker/handlers/account-mails";
import { aRegisteredUser, jobsOf } from "../support/builders/accounts";
import { aClient, anAdmin, anEmail, anIp, aProduct } from "../support/builders/products";
import { call } from "../support/harness/call";

const offer = async (locales: ("en" | "zh")[], byDefault: "en" | "zh") =>
  updateSettings(await anAdmin(), aClient(), { locales, default_locale: byDefault });

const chinese = /\p{Script=Han}/u;
async function languageOfMail(): Promise<"en" | "zh"> {
  const mail = await db().mail.findFirstOrThrow({ orderBy: { id: "desc" } });
  return chinese.test(mail.subject) ? "zh" : "en";
}

async function languageOfCode(headers: Record<string, string>): Promise<"en" | "zh"> {
  await call(sendCode, "POST", { body: { email: anEmail(), purpose: "register" }, headers, ip: anIp() });
  const job = (await jobsOf("account.code")).at(-1);
  await mailCode(job as JobPayloads["account.code"]);
  return languageOfMail();
}

async function languageOfOrder(body: Record<string, unknown>): Promise<string> {
  const { product } = await aProduct({ keys: 1 });
  const email = anEmail();
  await call(createOrder, "POST", {
    body: { product_id: product.id, quantity: 1, email, ...body },
    ip: anIp(),
  });
  return (await db().order.findFirstOrThrow({ where: { email } })).locale;
}

describe("the language of what is mailed", () => {
  it("is the one that the browser likes best, as it is on the pages", async () => {
    expect(await languageOfCode({ "accept-language": "fr, zh;q=0.8, en;q=0.5" })).toBe("zh");
    expect(await languageOfCode({ "accept-language": "zh;q=0.3, en-GB;q=0.9" })).toBe("en");
    expect(await languageOfCode({ "accept-language": "zh", cookie: "theme=dark; locale=en" })).toBe("en");
  });

  it("is one that the shop offers, and its own language for everybody else", async () => {
    await offer(["zh"], "zh");
    expect(await languageOfCode({ "accept-language": "en" })).toBe("zh");
    expect(await languageOfCode({ cookie: "locale=en" })).toBe("zh");
    await offer(["en", "zh"], "zh");
    expect(await languageOfCode({})).toBe("zh");
    expect(await languageOfCode({ "accept-language": "fr" })).toBe("zh");
  });

  it("is what an order asks for, where the shop offers it", async () => {
    expect(await languageOfOrder({ locale: "zh" })).toBe("zh");
    await offer(["en"], "en");
    expect(await languageOfOrder({ locale: "zh" })).toBe("en");
  });

  it("is the shop's also for what was stored before the shop gave a language up", async () => {
    const { id } = await aRegisteredUser();
    await db().user.update({ where: { id }, data: { locale: "en" } });
    const email = anEmail();
    const { product } = await aProduct({ keys: 1 });
    await call(createOrder, "POST", {
      body: { product_id: product.id, quantity: 1, email, locale: "en" },
      ip: anIp(),
    });
    await offer(["zh"], "zh");
    await mailSecurity({
      userId: id,
      event: "password_changed",
      at: new Date().toISOString(),
      ip: "203.0.113.7",
      userAgent: "test",
    });
    expect(await languageOfMail()).toBe("zh");
    await call(recover, "POST", { body: { email, locale: "en" } });
    const [job] = await jobsOf("order.recovery");
    expect(job).toMatchObject({ email, locale: "zh" });
    await orderMails["order.recovery"](job as JobPayloads["order.recovery"]);
    expect(await languageOfMail()).toBe("zh");
  });
});
