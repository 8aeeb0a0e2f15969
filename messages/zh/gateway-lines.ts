import type { Language } from "../language";

export const gatewayLines: Language["gatewayLines"] = {
  topUp: (amount) => `余额充值 ${amount}`,
  refund: (orderNo) => `订单 ${orderNo} 退款`,
};
