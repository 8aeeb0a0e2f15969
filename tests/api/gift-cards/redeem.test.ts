import { describe, expect, it } from "vitest";
import { POST } from "@/app/api/v1/gift-cards/redeem/route";
import { GET as transactions } from "@/app/api/v1/wallet/transactions/route";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { forgetSettings } from "@/lib/settings/queries";
import type { Redemption, TransactionList } from "@/lib/wallet/schema";
import { aLoggedInUser } from "../../support/builders/accounts";
import { balanceOf, giftCards } from "../../support/builders/wallet";
import { call } from "../../support/harness/call";
import { overrideConfig } from "../../support/harness/test-config";

const redeem = (token: string, code: unknown, ip?: string) =>
  call<Redemption>(POST, "POST", { token, body: { code }, ...(ip ? { ip } : {}) });

describe("POST /api/v1/gift-cards/redeem", () => {
  it("turns a card into balance, in whatever way the code was typed", async () => {
    const { user, token } = await aLoggedInUser();
    const { code } = await giftCards({ amountCents: 5000n });
    const { status, data } = await redeem(token, ` ${code.toLowerCase().replaceAll("-", " ")} `);
    expect(status).toBe(200);
    expect(data).toEqual({ amount: "50.00", balance: "50.00", transaction_id: expect.stringMatching(/^T/) });
    expect(await balanceOf(user.id)).toBe(5000n);
    const list = await call<TransactionList>(transactions, "GET", { token });
    expect(list.data.transactions).toEqual([
      expect.objectContaining({
        id: data.transaction_id,
        type: "gift_card",
        direction: "in",
        amount: "50.00",
      }),
    ]);
  });

  it("is done once, also when it is requested again [O11]", async () => {
    overrideConfig({ "limits.redeemPerMinute": "1000" });
    const first = await aLoggedInUser();
    const second = await aLoggedInUser();
    const { code } = await giftCards();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => redeem((n % 2 ? first : second).token, code)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers.filter((each) => each.status !== 200)) {
      expect(answer.json).toMatchObject({ status_code: 40903, data: null });
    }
    expect((await balanceOf(first.user.id)) + (await balanceOf(second.user.id))).toBe(1000n);
  });

  it("guesses are answered alike and soon not at all [O12]", async () => {
    const { token } = await aLoggedInUser();
    const { code } = await giftCards();
    const answers = [];
    for (let n = 0; n < 25; n++) answers.push(await redeem(token, `0000${n}-AAAAA-BBBBB-CCCCC`));
    const refused = answers.filter((answer) => answer.status === 409);
    const limited = answers.filter((answer) => answer.status === 429);
    expect([refused.length, limited.length]).toEqual([10, 15]);
    expect(new Set(refused.map((answer) => answer.json.msg)).size).toBe(1);
    for (const answer of limited) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await redeem(token, code)).status).toBe(429);
  });

  it("many users of one address share a limit too [O12]", async () => {
    const codes = Array.from({ length: 10 }, (_, n) => `1111${n}-AAAAA-BBBBB-CCCCC`);
    const answers = [];
    for (let n = 0; n < 4; n++) {
      const { token } = await aLoggedInUser();
      for (const code of codes) answers.push(await redeem(token, code, "198.51.100.9"));
    }
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(30);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(10);
  });

  it("asks for a captcha where the operator wants one [O23]", async () => {
    const { token } = await aLoggedInUser();
    const { code } = await giftCards();
    const captcha = { provider: "image", scenes: { gift_card: true } };
    await db().setting.create({ data: { key: "captcha", value: captcha, updatedAt: now() } });
    forgetSettings();
    expect((await redeem(token, code)).json.status_code).toBe(40001);
  });

  it("names what is wrong with a body, and asks who is calling", async () => {
    const { token } = await aLoggedInUser();
    for (const code of [undefined, "", "   ", 5, "x".repeat(65)]) {
      expect((await redeem(token, code)).json).toMatchObject({ status_code: 400 });
    }
    expect((await redeem(token, undefined)).json.msg).toBe("code: is required");
    expect((await call(POST, "POST", { body: { code: "x" } })).status).toBe(401);
  });

  it("is refused where gift cards are switched off", async () => {
    const { token } = await aLoggedInUser();
    const { code } = await giftCards();
    await db().setting.create({ data: { key: "features", value: { giftCards: false }, updatedAt: now() } });
    forgetSettings();
    expect((await redeem(token, code)).json.status_code).toBe(40303);
  });
});
