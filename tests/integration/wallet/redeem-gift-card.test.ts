import { describe, expect, it } from "vitest";
import { now, secondsFromNow, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { forgetSettings } from "@/lib/settings/queries";
import { disableGiftCards } from "@/lib/wallet/gift-cards/disable-gift-cards";
import { redeemGiftCard } from "@/lib/wallet/gift-cards/redeem-gift-card";
import { aClient, aUser } from "../../support/builders/products";
import { balanceOf, giftCards } from "../../support/builders/wallet";
import { overrideConfig } from "../../support/harness/test-config";

const asUser = (userId: number) => ({ kind: "user", userId, sessionId: "-" }) as const;
const redeem = (userId: number, code: string) => redeemGiftCard(asUser(userId), aClient(), { code });

describe("redeemGiftCard", () => {
  it("thirty redeem one card at once, one of them gets it [O11]", async () => {
    overrideConfig({ "limits.redeemPerMinute": "1000" });
    const { code } = await giftCards({ amountCents: 1500n });
    const users = await Promise.all(Array.from({ length: 6 }, () => aUser()));
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => redeem(users[n % users.length]?.id ?? 0, code)),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    const balances = await Promise.all(users.map((user) => balanceOf(user.id)));
    expect(balances.reduce((a, b) => a + b)).toBe(1500n);
    expect(await db().ledgerTransfer.count({ where: { type: "gift_card" } })).toBe(1);
  });

  it("unknown, used, disabled and expired cards get one answer [O12]", async () => {
    const user = await aUser();
    const used = await giftCards();
    await redeem(user.id, used.code);
    const disabled = await giftCards();
    await disableGiftCards(disabled.admin, disabled.client, { batchId: disabled.batchId });
    const expired = await giftCards({ expiresAt: secondsFromNow(60) });
    testClock.set(secondsFromNow(61));
    const codes = ["00000-00000-00000-00000", used.code, disabled.code, expired.code, "x"];
    const answers = await Promise.all(
      codes.map((code) =>
        redeem(user.id, code).catch(
          (error: { kind: string; message: string }) => `${error.kind} ${error.message}`,
        ),
      ),
    );
    expect(new Set(answers)).toEqual(new Set(["gift_card_unavailable This gift card cannot be redeemed"]));
  });

  it("is refused where the shop has switched gift cards off", async () => {
    const { code } = await giftCards();
    const user = await aUser();
    await db().setting.create({ data: { key: "features", value: { giftCards: false }, updatedAt: now() } });
    forgetSettings();
    await expect(redeem(user.id, code)).rejects.toMatchObject({ kind: "feature_disabled" });
  });
});

describe("gift card batches", () => {
  it("keep no code that can be read from the database [A22]", async () => {
    const { codes } = await giftCards({ quantity: 5 });
    expect(new Set(codes).size).toBe(5);
    const rows = await db().$queryRaw<{ row: string }[]>`SELECT to_jsonb(g)::text AS row FROM gift_cards g`;
    for (const code of codes) {
      const hex = Buffer.from(code).toString("hex");
      for (const { row } of rows) {
        expect(row).not.toContain(code);
        expect(row).not.toContain(hex);
      }
    }
  });

  it("write a line of the audit log for making, reading and disabling [A25]", async () => {
    const { admin, client, batchId } = await giftCards();
    await disableGiftCards(admin, client, { batchId });
    const lines = await db().auditLog.findMany({ orderBy: { id: "asc" } });
    expect(lines.map((line) => line.action)).toEqual([
      "gift_cards.create",
      "gift_cards.export",
      "gift_cards.disable",
    ]);
    await expect(disableGiftCards(admin, client, { batchId })).rejects.toMatchObject({
      kind: "state_conflict",
    });
    await expect(disableGiftCards(admin, client, { batchId: 999 })).rejects.toMatchObject({
      kind: "not_found",
    });
  });

  it("cannot be redeemed by half: the database wants the time beside the state", async () => {
    await giftCards();
    await expect(db().giftCard.updateMany({ data: { status: "redeemed" } })).rejects.toThrow(
      /gift_cards_redeemed_check/,
    );
  });
});
