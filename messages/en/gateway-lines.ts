import type { Language } from "../language";

export const gatewayLines: Language["gatewayLines"] = {
  topUp: (amount) => `Balance ${amount}`,
  refund: (orderNo) => `Refund of ${orderNo}`,
};
