import type { MailData, MailLine, MailReceipt, SecurityEvent } from "@/lib/notifications/mail-data";
import type { MailBlock } from "@/lib/notifications/texts/mail-content";

export const name = ({ title, skuName, quantity }: MailLine) =>
  `${title}${skuName ? ` · ${skuName}` : ""}${quantity > 1 ? ` × ${quantity}` : ""}`;

export const when = (at: Date, timeZone: string) =>
  `${new Intl.DateTimeFormat("zh-CN", { dateStyle: "medium", timeStyle: "short", timeZone }).format(at)} ${timeZone}`;

export const codeLead: Record<MailData["code"]["purpose"], string> = {
  register: "请输入以下验证码以创建您的账户。",
  reset: "请输入以下验证码以设置新密码。",
  change_email: "请输入以下验证码，将此邮箱用于您的账户。",
};

export const refundWay: Record<MailData["order_refunded"]["method"], string> = {
  wallet: "款项已退回您的商店余额。",
  gateway: "款项将按原支付方式退回，到账时间取决于支付机构，可能需要数日。",
  deposit: "款项已退回您的预存款。",
  manual: "商家将人工退款，可能会就此与您联系。",
};

export const security: Record<SecurityEvent, { subject: string; text: string }> = {
  password_changed: { subject: "您的密码已修改", text: "您的账户密码已修改，其他设备均已退出登录。" },
  new_device: { subject: "您的账户有新的登录", text: "您的账户刚刚在一个此前未见过的设备或网络上登录。" },
  email_changed: {
    subject: "您的账户邮箱已更换",
    text: "您的账户已改用另一个邮箱，此邮箱不再能登录该账户。",
  },
  totp_enabled: { subject: "两步验证已开启", text: "从现在起，登录时需要输入验证器应用中的验证码。" },
  totp_disabled: { subject: "两步验证已关闭", text: "登录时不再需要验证器应用中的验证码。" },
  passkey_added: {
    subject: "您的账户已添加通行密钥",
    text: "从现在起，使用此通行密钥即可登录您的账户，无需密码和验证码。如非您本人操作，请将其移除并修改密码。",
  },
  passkey_removed: { subject: "您的账户已移除一个通行密钥", text: "此通行密钥不能再用于登录您的账户。" },
  identity_linked: {
    subject: "您的账户已关联新的登录方式",
    text: "从现在起，使用该登录服务即可代替密码登录您的账户。如非您本人操作，请在“安全”页面取消关联并修改密码。",
  },
  identity_unlinked: {
    subject: "您的账户已取消关联一个登录方式",
    text: "该登录服务不能再用于登录您的账户。",
  },
  password_reset: {
    subject: "商家已为您的账户重设密码",
    text: "原密码已失效，所有设备均已退出登录。新密码由商家告知您，请登录后立即修改。",
  },
  totp_reset: {
    subject: "商家已关闭您的两步验证",
    text: "在您重新开启之前，仅凭密码即可登录。所有设备均已退出登录。",
  },
  passkeys_reset: {
    subject: "商家已移除您的通行密钥",
    text: "原有的通行密钥已失效，请使用密码登录。所有设备均已退出登录。",
  },
  identities_reset: {
    subject: "商家已取消您账户的关联登录方式",
    text: "原有的登录服务均不能再登录您的账户，请使用密码登录，或通过“忘记密码？”设置密码。所有设备均已退出登录。",
  },
  account_merged: {
    subject: "商家已将您的账户并入您的另一个账户",
    text: "此账户的订单、商品和余额已转入您的另一个账户，此账户已关闭，请使用另一个账户登录。如果并非您本人要求，请联系商家。",
  },
  account_joined: {
    subject: "商家已将另一个账户并入您的账户",
    text: "其订单、商品和余额现已归入此账户。如果并非您本人要求，请联系商家。",
  },
};

export const secretBlocks = (lines: MailData["order_delivered"]["lines"]): MailBlock[] =>
  lines
    .filter((line) => line.secrets.length > 0)
    .map((line) => ({
      kind: "secrets",
      title: name(line),
      secrets: line.secrets,
      instructions: line.instructions,
    }));

const reductionName = ({ kind, name }: MailReceipt["reductions"][number]) =>
  ({ member: `${name ?? ""}优惠`, quantity: "批量优惠", coupon: `优惠券 ${name ?? ""}` })[kind];

export const receiptBlock = (
  { orderNo, currency, originalAmount, reductions, amount }: MailReceipt,
  lines: readonly MailLine[],
  isPaid = true,
): MailBlock => ({
  kind: "facts",
  rows: [
    ["订单", orderNo],
    ...lines.map((line) => ["商品", name(line)] as const),
    ...(reductions.length > 0 ? [["优惠前", `${originalAmount} ${currency}`] as const] : []),
    ...reductions.map((each) => [reductionName(each), `−${each.amount} ${currency}`] as const),
    [isPaid ? "已付" : "应付", `${amount} ${currency}`],
  ],
});
