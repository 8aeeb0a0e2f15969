import type { Language } from "../language";

export const gatewayLines: Language["gatewayLines"] = {
  topUp: (amount) => `Recarga de saldo: ${amount}`,
  refund: (orderNo) => `Reembolso del pedido ${orderNo}`,
};
