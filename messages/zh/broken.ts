import type { broken as english } from "../en/broken";

export const broken: Record<keyof typeof english, string> = {
  title: "系统出错了",
  text: "您已付款的内容不会丢失，请稍后重试。",
  again: "重试",
};
