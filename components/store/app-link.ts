export type AppLink = { app: "wechat" | "alipay"; href: string };

/** The app that a payment code is for, and how a phone opens it: the phone that shows a code cannot scan it. */
export function appLinkOf(code: string): AppLink | null {
  if (/^(weixin|wxp):/i.test(code)) return { app: "wechat", href: "weixin://" };
  if (/^alipays?:/i.test(code)) return { app: "alipay", href: code };
  if (/^https:\/\/qr\.alipay\.com\//i.test(code))
    return {
      app: "alipay",
      href: `alipays://platformapi/startapp?saId=10000007&qrcode=${encodeURIComponent(code)}`,
    };
  return null;
}
