import { describe, expect, it } from "vitest";
import { signTokenpay, tokenpay } from "@/lib/payments/providers/tokenpay/tokenpay";
import { tokenpaySignature } from "@/tools/gateways/tokenpay";
import { posted } from "../../support/builders/notification-message";
import { expectFlipsRefused, expectInventionsRefused } from "../../support/fakes/gateways/forgeries";
import { tokenpay as vector } from "./vectors";

const given = { gateway_url: "https://token.example.com", api_token: vector.token, trade_type: "TRX" };
const account = tokenpay.connect(given);

const signed = (over: Record<string, string | number | null>) => {
  const { Signature: _, ...fields } = { ...JSON.parse(vector.notified.body), ...over };
  const present = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Record<
    string,
    string | number
  >;
  return posted(JSON.stringify({ ...fields, Signature: tokenpaySignature(present, vector.token) }));
};

describe("a TokenPay notification", { timeout: 180_000 }, () => {
  it("is signed as the documents sign orders and questions", () => {
    for (const { fields, sign } of [vector.created, vector.asked])
      expect(signTokenpay(new Map(Object.entries(fields)), vector.token)).toBe(sign);
  });

  it("is proved by the documented vector", async () => {
    expect(await account.verify(posted(vector.notified.body))).toEqual({
      ok: true,
      notification: {
        paymentNo: "E6COE6FGZMO5AXSK",
        tradeNo: "63234df7-55bf-93fc-0010-67be493c0c27",
        amountCents: 1_500n,
        currency: "CNY",
        merchant: "token",
        status: "1",
        isPaid: true,
      },
    });
  });

  it("may have more fields than are documented, and null ones", async () => {
    const more = signed({ PayAmount: "15.02", IsDynamicAmount: 1, PassThroughInfo: null });
    expect(await account.verify(more)).toMatchObject({ ok: true, notification: { isPaid: true } });
  });

  it("is refused when it is signed and could be another one at other cuts [C101]", async () => {
    const other = "x&OutOrderId=PVICTIM&Status=1";
    for (const over of [{ PassThroughInfo: other }, { "a&b": "1" }, { "a=b": "1" }] as Record<
      string,
      string
    >[])
      expect(await account.verify(signed(over))).toMatchObject({ ok: false, reason: "malformed" });
  });

  it("is genuine and not paid when it says waiting or expired [P4]", async () => {
    expect(await account.verify(signed({ Status: 0 }))).toMatchObject({ notification: { isPaid: false } });
    expect(await account.verify(signed({ Status: 2 }))).toMatchObject({
      notification: { isPaid: false, failure: "left" },
    });
  });

  it("says that it is in another currency [P2]", async () => {
    expect(await account.verify(signed({ BaseCurrency: "USD" }))).toMatchObject({
      notification: { currency: "USD" },
    });
  });

  it("is refused with any one byte turned", async () => {
    await expectFlipsRefused(account, posted(vector.notified.body), []);
  });

  it("is accepted for none of the inventions, and none throws", async () => {
    await expectInventionsRefused(account, posted(vector.notified.body), []);
  });
});

it("a TokenPay channel needs its token and its coin [C34]", () => {
  for (const broken of [{ api_token: " " }, { trade_type: "" }, { gateway_url: "ftp://x" }])
    expect(() => tokenpay.connect({ ...given, ...broken })).toThrow();
});
