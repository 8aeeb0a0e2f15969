import type { Moves } from "../core/shapes/moves";

export const rechargeStatuses = ["pending", "paid", "expired"] as const;
export type RechargeStatus = (typeof rechargeStatuses)[number];

/** Money may still arrive for a recharge that has expired (C23). */
export const rechargeMoves: Moves<RechargeStatus> = {
  pending: ["paid", "expired"],
  expired: ["paid"],
  paid: [],
};

export type HoldStatus = "held" | "captured" | "released";

/** A late payment may hold again what was given back. */
export const holdMoves: Moves<HoldStatus> = {
  held: ["captured", "released"],
  released: ["held"],
  captured: [],
};

export const giftCardStatuses = ["active", "redeemed", "disabled"] as const;
export type GiftCardStatus = (typeof giftCardStatuses)[number];

/** A card that is used or switched off stays so. */
export const giftCardMoves: Moves<GiftCardStatus> = {
  active: ["redeemed", "disabled"],
  redeemed: [],
  disabled: [],
};
