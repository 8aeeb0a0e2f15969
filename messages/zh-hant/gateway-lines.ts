import type { Language } from "../language";

export const gatewayLines: Language["gatewayLines"] = {
  topUp: (amount) => `餘額儲值 ${amount}`,
  refund: (orderNo) => `訂單 ${orderNo} 退款`,
};
