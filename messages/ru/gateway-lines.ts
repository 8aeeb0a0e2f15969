import type { Language } from "../language";

export const gatewayLines: Language["gatewayLines"] = {
  topUp: (amount) => `Баланс ${amount}`,
  refund: (orderNo) => `Возврат по заказу ${orderNo}`,
};
