import { describe, expect, it } from "vitest";
import { type Moves, sourcesIn } from "@/lib/core/shapes/moves";
import { keysOf, recordOf } from "@/lib/core/shapes/records";
import { licenseMoves } from "@/lib/licenses/state";
import { deliveryMoves } from "@/lib/notifications/outbound/move-delivery";
import { couponUseMoves } from "@/lib/pricing/coupons/coupon-use-state";
import { secretMoves } from "@/lib/stock/state";
import { giftCardMoves, holdMoves, rechargeMoves } from "@/lib/wallet/state";

const tables: [string, Moves<string>, { begin: string; ends: string[] }][] = [
  ["a card key", secretMoves, { begin: "available", ends: ["sold"] }],
  ["a coupon's use", couponUseMoves, { begin: "reserved", ends: ["used"] }],
  ["a gift card", giftCardMoves, { begin: "active", ends: ["redeemed", "disabled"] }],
  ["a hold of a balance", holdMoves, { begin: "held", ends: ["captured"] }],
  ["a license", licenseMoves, { begin: "active", ends: [] }],
  ["a message to the operator", deliveryMoves, { begin: "pending", ends: [] }],
  ["a recharge", rechargeMoves, { begin: "pending", ends: ["paid"] }],
];

describe("the moves of", () => {
  it.for(tables)("%s reach every state and leave none that is final [C121]", ([, moves, { begin, ends }]) => {
    const reached = new Set([begin, ...keysOf(moves).flatMap((from) => moves[from] ?? [])]);
    expect([...reached].sort()).toEqual(keysOf(moves).sort());
    expect(keysOf(moves).filter((from) => moves[from]?.length === 0)).toEqual(ends);
  });

  it("a card key lead to a buyer by a reservation only", () => {
    expect(sourcesIn<string>(secretMoves, "sold")).toEqual(["reserved"]);
    expect(sourcesIn<string>(secretMoves, "reserved")).toEqual(["available"]);
  });
});

describe("a record", () => {
  it("has a member for each of its names", () => {
    expect(recordOf(["a", "b"], (name) => name.toUpperCase())).toEqual({ a: "A", b: "B" });
    expect(recordOf([], () => 1)).toEqual({});
  });
});
