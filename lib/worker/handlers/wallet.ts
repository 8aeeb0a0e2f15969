import { expireRecharges } from "../../wallet/recharges/move-recharge";
import { whenClockIsRight } from "../guard-clock";
import type { Handlers } from "../types";

export const handlers: Handlers = {
  "order.sweep": whenClockIsRight(expireRecharges),
};
