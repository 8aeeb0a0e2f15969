import { expireRecharges } from "../../wallet/recharges/move-recharge";
import { whenClockIsRight } from "../guard-clock";
import type { Handlers } from "../types";

export const handlers = {
  "order.sweep": whenClockIsRight(expireRecharges),
} satisfies Handlers;
