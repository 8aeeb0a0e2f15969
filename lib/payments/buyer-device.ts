/**
 * Device of the buyer, where it decides how a gateway lets them pay: an app's own browser, a phone, or a screen to
 * scan from.
 */
export type BuyerDevice = "pc" | "mobile" | "wechat" | "alipay" | "qq";

const inApps: readonly [RegExp, BuyerDevice][] = [
  [/MicroMessenger\//, "wechat"],
  [/AlipayClient\//, "alipay"],
  [/ QQ\//, "qq"],
];
const phone = /Mobi|Android|iPhone|iPad|HarmonyOS/;

/** A guess from the browser's own words: wrong, it costs the buyer comfort and nothing else. */
export function deviceOf(userAgent: string): BuyerDevice {
  // WeChat has a browser on computers as well, which cannot open the app.
  if (!phone.test(userAgent)) return "pc";
  return inApps.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "mobile";
}
