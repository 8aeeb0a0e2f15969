import type { Translations } from "@/lib/core/translations";

/** Name of the channel that pays at the built-in gateway. */
export const testPaymentNames: Translations = {
  zh: { name: "测试支付" },
  "zh-hant": { name: "測試付款" },
  ja: { name: "テスト決済" },
  ru: { name: "Тестовая оплата" },
  es: { name: "Pago de prueba" },
};
