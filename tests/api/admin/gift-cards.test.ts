import { describe, expect, it } from "vitest";
import { operations as adminFind } from "@/app/api/v1/admin/find/[[...path]]/route";
import { operations as adminGiftCards } from "@/app/api/v1/admin/gift-cards/[[...path]]/route";
import { operations as adminSession } from "@/app/api/v1/admin/session/[[...path]]/route";
import { POST as redeem } from "@/app/api/v1/gift-cards/redeem/route";
import { now } from "@/lib/core/clock";
import { readCsv } from "@/lib/core/formats/csv";
import { db } from "@/lib/db/client";
import type { GiftCardBatchView, GiftCardList } from "@/lib/wallet/schema";
import { aLoggedInAdmin, aLoggedInUser, goodPassword } from "../../support/builders/accounts";
import { call } from "../../support/harness/call";

const proof = { password: goodPassword };
const body = { name: "Launch", amount: "10", quantity: 3 };
const batch = (id: number) => ({ batch_id: String(id) });

async function aBatch(headers: Record<string, string>) {
  const { data } = await call<{ id: number }>(adminGiftCards.createGiftCardBatch, "POST", { headers, body });
  const csv = await call(adminGiftCards.exportGiftCards, "POST", {
    headers,
    params: batch(data.id),
    body: proof,
  });
  return {
    id: data.id,
    csv,
    codes: readCsv(csv.text)
      .slice(1)
      .map(({ cells }) => cells[0] ?? ""),
  };
}

describe("/api/v1/admin/gift-cards", () => {
  it("creates a batch, hands its codes out by download, and counts what became of them", async () => {
    const { headers } = await aLoggedInAdmin();
    const { id, csv, codes } = await aBatch(headers);
    expect(csv.headers.get("content-disposition")).toContain("attachment");
    expect(csv.headers.get("cache-control")).toBe("no-store");
    expect(csv.text.startsWith('"code","amount","expires_at","no"\r\n')).toBe(true);
    expect(new Set(codes).size).toBe(3);

    const { token } = await aLoggedInUser();
    expect((await call(redeem, "POST", { token, body: { code: codes[0] } })).status).toBe(200);
    const answer = await call<{ batches: GiftCardBatchView[] }>(adminGiftCards.listGiftCardBatches, "GET", {
      headers,
    });
    expect(answer.data.batches).toEqual([
      expect.objectContaining({
        id,
        name: "Launch",
        amount: "10.00",
        quantity: 3,
        active: 2,
        redeemed: 1,
        disabled: 0,
      }),
    ]);
    const rest = await call(adminGiftCards.exportGiftCards, "POST", {
      headers,
      params: batch(id),
      body: proof,
    });
    expect(rest.text).not.toContain(codes[0]);
  });

  it("asks for the password, and for the code of an app, before it hands codes out", async () => {
    const { headers } = await aLoggedInAdmin();
    const { id } = await aBatch(headers);
    const ask = (given: Record<string, string>) =>
      call(adminGiftCards.exportGiftCards, "POST", { headers, params: batch(id), body: given });
    expect((await ask({})).status).toBe(400);
    const wrong = await ask({ password: "not the password" });
    expect(wrong.status).toBe(400);
    expect(wrong.headers.get("x-error-field")).toBe("password");
    await call(adminSession.setUpStaffTotp, "POST", { headers, body: proof });
    await db().staff.updateMany({ data: { totpEnabledAt: now() } });
    expect((await ask(proof)).headers.get("x-error-field")).toBe("code");
  });

  it("lists the cards without their codes", async () => {
    const { headers } = await aLoggedInAdmin();
    const { id, codes } = await aBatch(headers);
    const { user, token } = await aLoggedInUser();
    await call(redeem, "POST", { token, body: { code: codes[1] } });
    const answer = await call<GiftCardList>(adminGiftCards.listGiftCards, "GET", {
      headers,
      params: batch(id),
      path: "/x?status=redeemed",
    });
    expect(answer.data).toMatchObject({
      total: 1,
      gift_cards: [{ redeemed_by: user.email, status: "redeemed" }],
    });
    for (const code of codes) expect(answer.text).not.toContain(code);
    const viewer = await aLoggedInAdmin({ role: "viewer" });
    const seen = await call(adminGiftCards.listGiftCards, "GET", {
      headers: viewer.headers,
      params: batch(id),
      path: "/x",
    });
    expect([seen.status, seen.text.includes(user.email)]).toEqual([200, false]);
    expect(
      (await call(adminGiftCards.listGiftCards, "GET", { headers, params: batch(999_999), path: "/x" }))
        .status,
    ).toBe(404);
  });

  it("shows the end of each code beside its number, and finds a card by the whole code", async () => {
    const { headers } = await aLoggedInAdmin();
    const { id, csv, codes } = await aBatch(headers);
    const { data, text } = await call<GiftCardList>(adminGiftCards.listGiftCards, "GET", {
      headers,
      params: batch(id),
    });
    const numbers = readCsv(csv.text)
      .slice(1)
      .map(({ cells }) => Number(cells[3]));
    expect(data.gift_cards.map((card) => [card.id, card.masked_code.slice(-4)])).toEqual(
      numbers.map((no, at) => [no, codes[at]?.slice(-4)]),
    );
    for (const code of codes) expect(text).not.toContain(code.slice(-8));
    const found = await call<{ hits: { kind: string; href: string }[] }>(adminFind.findAnything, "POST", {
      headers,
      body: { text: codes[1]?.toLowerCase() },
    });
    expect(found.data.hits).toMatchObject([
      { kind: "gift_card", href: `/admin/gift-cards/${id}?card_id=${numbers[1]}` },
    ]);
    const one = await call<GiftCardList>(adminGiftCards.listGiftCards, "GET", {
      headers,
      params: batch(id),
      path: `/x?card_id=${numbers[1]}`,
    });
    expect(one.data).toMatchObject({ total: 1, gift_cards: [{ id: numbers[1] }] });
  });

  it("disables one card or all that are left", async () => {
    const { headers } = await aLoggedInAdmin();
    const { id, codes } = await aBatch(headers);
    const { data } = await call<GiftCardList>(adminGiftCards.listGiftCards, "GET", {
      headers,
      params: batch(id),
    });
    const first = { ...batch(id), card_id: String(data.gift_cards[0]?.id) };
    expect((await call(adminGiftCards.disableGiftCard, "POST", { headers, params: first })).data).toEqual({
      disabled: 1,
    });
    expect(
      (await call(adminGiftCards.disableGiftCard, "POST", { headers, params: first })).json.status_code,
    ).toBe(40906);
    expect(
      (await call(adminGiftCards.disableGiftCard, "POST", { headers, params: { ...first, batch_id: "999" } }))
        .status,
    ).toBe(404);
    expect(
      (await call(adminGiftCards.disableGiftCards, "POST", { headers, params: batch(id) })).data,
    ).toEqual({ disabled: 2 });
    const { token } = await aLoggedInUser();
    for (const code of codes) {
      expect((await call(redeem, "POST", { token, body: { code } })).json.status_code).toBe(40903);
    }
  });

  it("refuses odd input and callers without the right", async () => {
    const { headers } = await aLoggedInAdmin();
    for (const change of [
      { quantity: 0 },
      { quantity: 10_001 },
      { amount: "0" },
      { amount: 5 },
      { name: "" },
      { expires_at: "2020-01-01T00:00:00Z" },
    ]) {
      const answer = await call(adminGiftCards.createGiftCardBatch, "POST", {
        headers,
        body: { ...body, ...change },
      });
      expect(answer.json).toMatchObject({
        status_code: 400,
        msg: expect.stringContaining(Object.keys(change)[0] ?? ""),
      });
    }
    expect((await call(adminGiftCards.createGiftCardBatch, "POST", { body })).status).toBe(401);
    const viewer = await aLoggedInAdmin({ role: "viewer" });
    const { id } = await aBatch(headers);
    expect(
      (await call(adminGiftCards.exportGiftCards, "POST", { headers: viewer.headers, params: batch(id) }))
        .status,
    ).toBe(403);
  });
});
