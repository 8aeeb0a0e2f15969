import type { Language } from "../language";

export const gatewayLines: Language["gatewayLines"] = {
  topUp: (amount) => `Пополнение баланса: ${amount}`,
  refund: (orderNo) => `Возврат по заказу ${orderNo}`,
};
