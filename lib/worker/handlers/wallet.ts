import { expireRecharges } from "../../wallet/expire-recharges";
import { whenClockIsRight } from "../guard-clock";
import type { Handlers } from "../types";

export const handlers: Handlers = {
  "order.sweep": whenClockIsRight(expireRecharges),
};
