import type { broken as english } from "../en/broken";

export const broken: Record<keyof typeof english, string> = {
  title: "系統發生錯誤",
  text: "您已付款的內容不會遺失，請稍後再試一次。",
  again: "再試一次",
};
