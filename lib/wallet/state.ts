export const rechargeStatuses = ["pending", "paid", "expired"] as const;
export type RechargeStatus = (typeof rechargeStatuses)[number];

/** Money may still arrive for a recharge that has expired (C23). */
export const rechargeMoves: Record<RechargeStatus, readonly RechargeStatus[]> = {
  pending: ["paid", "expired"],
  expired: ["paid"],
  paid: [],
};

/** The states from which `to` may be reached: what a conditional update names. */
export const rechargeSources = (to: RechargeStatus): RechargeStatus[] =>
  rechargeStatuses.filter((from) => rechargeMoves[from].includes(to));
