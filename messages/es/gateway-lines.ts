import type { Language } from "../language";

export const gatewayLines: Language["gatewayLines"] = {
  topUp: (amount) => `Saldo ${amount}`,
  refund: (orderNo) => `Reembolso de ${orderNo}`,
};
