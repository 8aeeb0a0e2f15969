import { expireRecharges } from "../../wallet/expire-recharges";
import type { Handlers } from "../types";

export const handlers: Handlers = {
  "order.sweep": async () => {
    await expireRecharges();
  },
};
