import type { broken as english } from "../en/broken";

export const broken: Record<keyof typeof english, string> = {
  title: "ショップ側で問題が発生しました",
  text: "お支払い済みの内容は失われません。少ししてからもう一度お試しください。",
  again: "もう一度試す",
};
