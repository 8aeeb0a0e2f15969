import type { Language } from "../language";

export const gatewayLines: Language["gatewayLines"] = {
  topUp: (amount) => `残高チャージ ${amount}`,
  refund: (orderNo) => `注文 ${orderNo} の返金`,
};
