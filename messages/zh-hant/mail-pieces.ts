import type { MailData, MailLine, MailReceipt, SecurityEvent } from "@/lib/notifications/mail-data";
import type { MailBlock } from "@/lib/notifications/texts/mail-content";

export const name = ({ title, skuName, quantity }: MailLine) =>
  `${title}${skuName ? ` · ${skuName}` : ""}${quantity > 1 ? ` × ${quantity}` : ""}`;

export const when = (at: Date, timeZone: string) =>
  `${new Intl.DateTimeFormat("zh-TW", { dateStyle: "medium", timeStyle: "short", timeZone }).format(at)} ${timeZone}`;

export const codeLead: Record<MailData["code"]["purpose"], string> = {
  register: "請輸入以下驗證碼以建立您的帳號。",
  reset: "請輸入以下驗證碼以設定新密碼。",
  change_email: "請輸入以下驗證碼，將此信箱用於您的帳號。",
};

export const refundWay: Record<MailData["order_refunded"]["method"], string> = {
  wallet: "款項已退回您的商店餘額。",
  gateway: "款項將按原付款方式退回，入帳時間取決於付款機構，可能需要數日。",
  deposit: "款項已退回您的預付款。",
  manual: "商家將人工退款，可能會就此與您聯絡。",
};

export const security: Record<SecurityEvent, { subject: string; text: string }> = {
  password_changed: { subject: "您的密碼已變更", text: "您的帳號密碼已變更，其他裝置均已登出。" },
  new_device: { subject: "您的帳號有新的登入", text: "您的帳號剛剛在一個此前未見過的裝置或網路上登入。" },
  email_changed: {
    subject: "您的帳號信箱已更換",
    text: "您的帳號已改用另一個信箱，此信箱不再能登入此帳號。",
  },
  totp_enabled: { subject: "兩步驟驗證已開啟", text: "從現在起，登入時需要輸入驗證器 App 中的驗證碼。" },
  totp_disabled: { subject: "兩步驟驗證已關閉", text: "登入時不再需要驗證器 App 中的驗證碼。" },
  passkey_added: {
    subject: "您的帳號新增了一個密碼金鑰",
    text: "從現在起，此密碼金鑰可直接登入您的帳號，不需密碼和驗證碼。若非您本人操作，請將其移除並變更密碼。",
  },
  passkey_removed: {
    subject: "您的帳號已移除一個密碼金鑰",
    text: "此密碼金鑰已無法用來登入您的帳號。",
  },
  identity_linked: {
    subject: "您的帳號連結了新的登入方式",
    text: "從現在起，使用該登入服務即可代替密碼登入您的帳號。若非您本人操作，請在「安全性」頁面取消連結並變更密碼。",
  },
  identity_unlinked: {
    subject: "您的帳號已取消連結一個登入方式",
    text: "該登入服務已無法用來登入您的帳號。",
  },
  password_reset: {
    subject: "商家已為您的帳號重設密碼",
    text: "原密碼已失效，所有裝置均已登出。新密碼由商家告知您，請登入後立即變更。",
  },
  totp_reset: {
    subject: "商家已關閉您的兩步驟驗證",
    text: "在您重新開啟之前，僅憑密碼即可登入。所有裝置均已登出。",
  },
  passkeys_reset: {
    subject: "商家已移除您的密碼金鑰",
    text: "原有的密碼金鑰已失效，請使用密碼登入。所有裝置均已登出。",
  },
  identities_reset: {
    subject: "商家已取消您帳號的連結登入方式",
    text: "原有的登入服務均無法再登入您的帳號，請使用密碼登入，或透過「忘記密碼？」設定密碼。所有裝置均已登出。",
  },
  account_merged: {
    subject: "商家已將您的帳號併入您的另一個帳號",
    text: "此帳號的訂單、商品和餘額已轉入您的另一個帳號，此帳號已關閉，請使用另一個帳號登入。如果並非您本人要求，請聯絡商家。",
  },
  account_joined: {
    subject: "商家已將另一個帳號併入您的帳號",
    text: "其訂單、商品和餘額現已歸入此帳號。如果並非您本人要求，請聯絡商家。",
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
  ({ member: `${name ?? ""}優惠`, quantity: "多件優惠", coupon: `優惠券 ${name ?? ""}` })[kind];

export const receiptBlock = (
  { orderNo, currency, originalAmount, reductions, amount }: MailReceipt,
  lines: readonly MailLine[],
  isPaid = true,
): MailBlock => ({
  kind: "facts",
  rows: [
    ["訂單", orderNo],
    ...lines.map((line) => ["商品", name(line)] as const),
    ...(reductions.length > 0 ? [["優惠前", `${originalAmount} ${currency}`] as const] : []),
    ...reductions.map((each) => [reductionName(each), `−${each.amount} ${currency}`] as const),
    [isPaid ? "已付" : "應付", `${amount} ${currency}`],
  ],
});
