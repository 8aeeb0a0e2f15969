import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { ApiError } from "@/components/api/api-error";
import { type FieldSentence, fieldSentences, readSentence } from "@/components/api/field-sentences";
import { canonicalEmail } from "@/lib/accounts/canonical-email";
import { checkNewPassword } from "@/lib/accounts/password-policy";
import { provePassword } from "@/lib/accounts/prove-password";
import { loginBody, loginTotpBody, profileBody, registerBody, totpEnableBody } from "@/lib/accounts/schema";
import type { FormField } from "@/lib/catalogue/schema";
import { checkPaymentChannel } from "@/lib/checkout/start-payment";
import { now } from "@/lib/core/clock";
import { AppError } from "@/lib/core/errors";
import { maxCents } from "@/lib/core/money";
import { db } from "@/lib/db/client";
import { parseInput } from "@/lib/http/parse-input";
import { checkForm } from "@/lib/orders/form-answers";
import { createGuestOrderBody, createOrderBody } from "@/lib/orders/schema";
import { quoteOrder } from "@/lib/pricing/quote-order";
import { createRechargeBody, redeemBody } from "@/lib/wallet/schema";
import en from "@/messages/en/common.json";
import zh from "@/messages/zh/common.json";
import { aLoggedInUser } from "../support/accounts";
import { aProduct, aSku } from "../support/builders";
import { merchant } from "../support/fake-gateway";
import { aChannel } from "../support/payments";

const settings = {
  gateway_url: "http://127.0.0.1:9/",
  pid: merchant.pid,
  key: merchant.key,
  type: "alipay",
  currency: "USD",
};
const order = { product_id: 1, quantity: 1 };
const login = { email: "a@example.com", password: "x" };
const registration = { ...login, code: "123456" };

const ask = (product: { id: number }, quantity: number, buyer = { kind: "guest", email: null } as const) =>
  quoteOrder(db(), {
    lines: [{ productId: product.id, skuId: null, quantity }],
    buyer,
    couponCode: null,
    at: now(),
  });
const answer = (field: Partial<FormField>, text: string) => () =>
  checkForm([{ key: "name", type: "text", label: "Name in the game", required: true, ...field }], {
    name: text,
  });
const payBy = async (data: Parameters<typeof aChannel>[1], cents: bigint, currency = "USD") =>
  checkPaymentChannel(await aChannel(settings, data), { amountCents: cents, currency });

/** How a shopper comes to each sentence; several ways where several places say it. */
const ways: Record<FieldSentence, (() => unknown)[]> = {
  required: [() => parseInput(createOrderBody, {}), answer({}, "")],
  variant: [
    async () => {
      const { product } = await aProduct({ keys: 1 });
      await aSku(product.id, { keys: 1 });
      await ask(product, 1);
    },
  ],
  empty: [
    () => parseInput(redeemBody, { code: "" }),
    () => parseInput(loginBody, { ...login, password: "" }),
  ],
  short: [() => checkNewPassword("abc")],
  long: [
    () => parseInput(profileBody, { nickname: "x".repeat(41) }),
    () => parseInput(loginBody, { ...login, password: "x".repeat(129) }),
    () => checkNewPassword("abcd".repeat(40)),
    () => canonicalEmail(`${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(60)}.com`),
    answer({}, "x".repeat(1001)),
  ],
  control: [() => parseInput(profileBody, { nickname: "a\u0001b" })],
  email: [
    () => parseInput(createGuestOrderBody, { ...order, email: "nobody" }),
    () => canonicalEmail("a..b@"),
    answer({ type: "email" }, "nobody"),
  ],
  whole: [() => parseInput(createOrderBody, { ...order, quantity: 1.5 })],
  number: [answer({ type: "number" }, "ten")],
  amount: [() => parseInput(createRechargeBody, { amount: "1.005", payment_channel_id: 1 })],
  aboveZero: [() => parseInput(createRechargeBody, { amount: "0.00", payment_channel_id: 1 })],
  atLeast: [() => parseInput(createOrderBody, { ...order, payment_channel_id: 0 })],
  atMost: [() => parseInput(createRechargeBody, { amount: "1000000.01", payment_channel_id: 1 })],
  between: [
    () => parseInput(createOrderBody, { ...order, quantity: 0 }),
    async () => ask((await aProduct({ keys: 1, product: { maxQuantity: 3 } })).product, 4),
  ],
  total: [async () => ask((await aProduct({ keys: 1, priceCents: maxCents })).product, 2)],
  option: [answer({ type: "select", options: ["EU"] }, "US")],
  pattern: [answer({ pattern: "\\d+" }, "abc")],
  guessable: [() => checkNewPassword("password123")],
  wrong: [
    async () => {
      const { user } = await aLoggedInUser();
      await provePassword({ kind: "user", userId: user.id, sessionId: "" }, "another one");
    },
  ],
  mailCode: [() => parseInput(registerBody, { ...registration, code: "12" })],
  appCode: [() => parseInput(totpEnableBody, { code: "12" })],
  codeShort: [() => parseInput(loginTotpBody, { challenge_token: "x", recovery_code: "12" })],
  codeLong: [() => parseInput(loginTotpBody, { challenge_token: "x", recovery_code: "1".repeat(41) })],
  picture: [() => parseInput(profileBody, { avatar: "http://example.com/me.png" })],
  channel: [() => checkPaymentChannel(1, { amountCents: 100n, currency: "USD" })],
  channelCurrency: [() => payBy({}, 100n, "EUR")],
  channelLeast: [() => payBy({ minCents: 500n }, 499n)],
  channelMost: [() => payBy({ maxCents: 500n }, 501n)],
};

async function refusalOf(way: () => unknown): Promise<ApiError> {
  try {
    await way();
  } catch (error) {
    if (error instanceof AppError)
      return new ApiError({ httpStatus: 400, code: 400, msg: error.wireMessage });
    throw error;
  }
  throw new Error("nothing was refused");
}

const inEnglish = createTranslator({ locale: "en", messages: en, namespace: "error" });
const inChinese = createTranslator({ locale: "zh", messages: zh, namespace: "error" });

describe("the sentences about a field", () => {
  it.each(Object.entries(ways))("%s is what the server says, and is known again", async (key, all) => {
    for (const way of all) {
      const { field, sentence } = await refusalOf(way);
      const known = readSentence(field, sentence);
      expect(known, sentence).toMatchObject({ key });
      if (!known) continue;
      const { label, values } = known;
      const text = inEnglish(`field.${known.key}`, values);
      expect(label === undefined ? text : inEnglish("formField", { label, text })).toBe(sentence);
      expect(label).toBe(field?.startsWith("form.") ? "Name in the game" : undefined);
      const chinese = inChinese(`field.${known.key}`, values);
      expect(chinese).toMatch(/\p{Script=Han}/u);
      for (const value of Object.values(values)) expect(chinese).toContain(value);
    }
  });

  it("are the English messages, word for word", () => {
    expect(en.error.field).toEqual(fieldSentences);
  });

  it("others are left to the reader as they are", () => {
    expect(readSentence("email", "must be something new")).toBeNull();
    expect(readSentence("form.name", "Name must be something new")).toBeNull();
  });
});
