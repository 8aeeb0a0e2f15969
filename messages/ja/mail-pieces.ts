import type { MailData, MailLine, MailReceipt, SecurityEvent } from "@/lib/notifications/mail-data";
import type { MailBlock } from "@/lib/notifications/texts/mail-content";

export const name = ({ title, skuName, quantity }: MailLine) =>
  `${title}${skuName ? ` · ${skuName}` : ""}${quantity > 1 ? ` × ${quantity}` : ""}`;

export const when = (at: Date, timeZone: string) =>
  `${new Intl.DateTimeFormat("ja", { dateStyle: "medium", timeStyle: "short", timeZone }).format(at)} ${timeZone}`;

export const codeLead: Record<MailData["code"]["purpose"], string> = {
  register: "アカウントを登録するには、次の認証コードを入力してください。",
  reset: "新しいパスワードを設定するには、次の認証コードを入力してください。",
  change_email: "このアドレスをアカウントで使うには、次の認証コードを入力してください。",
};

export const refundWay: Record<MailData["order_refunded"]["method"], string> = {
  wallet: "返金額をショップの残高に戻しました。",
  gateway: "お支払いと同じ方法で返金します。決済サービスによっては数日かかる場合があります。",
  deposit: "返金額を預け金に戻しました。",
  manual: "ショップから返金いたします。ご連絡を差し上げる場合があります。",
};

export const security: Record<SecurityEvent, { subject: string; text: string }> = {
  password_changed: {
    subject: "パスワードが変更されました",
    text: "アカウントのパスワードが変更され、ほかのデバイスはすべてログアウトされました。",
  },
  new_device: {
    subject: "アカウントに新しいログインがありました",
    text: "これまでに使われたことのないデバイスまたはネットワークから、アカウントが利用されました。",
  },
  email_changed: {
    subject: "アカウントのメールアドレスが変更されました",
    text: "アカウントは別のメールアドレスに変更されました。このアドレスではログインできません。",
  },
  totp_enabled: {
    subject: "2段階認証が有効になりました",
    text: "今後、ログイン時に認証アプリのコードが必要になります。",
  },
  totp_disabled: {
    subject: "2段階認証が無効になりました",
    text: "ログイン時に認証アプリのコードは不要になりました。",
  },
  passkey_added: {
    subject: "アカウントにパスキーが追加されました",
    text: "今後、このパスキーだけでログインできます。パスワードと認証コードは不要です。お心当たりがない場合は、パスキーを削除し、パスワードを変更してください。",
  },
  passkey_removed: {
    subject: "アカウントからパスキーが削除されました",
    text: "このパスキーではログインできなくなりました。",
  },
  identity_linked: {
    subject: "アカウントに新しいログイン方法が連携されました",
    text: "今後、連携したログインプロバイダーでパスワードの代わりにログインできます。お心当たりがない場合は、「セキュリティ」で連携を解除し、パスワードを変更してください。",
  },
  identity_unlinked: {
    subject: "アカウントからログイン方法の連携が解除されました",
    text: "このログインプロバイダーではログインできなくなりました。",
  },
  password_reset: {
    subject: "ショップがアカウントのパスワードを再設定しました",
    text: "以前のパスワードは使えなくなり、すべてのデバイスがログアウトされました。新しいパスワードはショップからお知らせします。ログイン後に変更してください。",
  },
  totp_reset: {
    subject: "ショップが2段階認証を無効にしました",
    text: "再び有効にするまで、パスワードだけでログインできます。すべてのデバイスがログアウトされました。",
  },
  passkeys_reset: {
    subject: "ショップがパスキーを削除しました",
    text: "これまでのパスキーではログインできません。パスワードでログインしてください。すべてのデバイスがログアウトされました。",
  },
  identities_reset: {
    subject: "ショップがログイン方法の連携を解除しました",
    text: "ログインプロバイダーではログインできません。パスワードでログインするか、「パスワードをお忘れですか？」から設定してください。すべてのデバイスがログアウトされました。",
  },
  account_merged: {
    subject: "ショップがお客様のアカウントを別のアカウントに統合しました",
    text: "このアカウントのご注文、商品、残高は、もう一つのアカウントに移りました。このアカウントは閉鎖されましたので、もう一つのアカウントでログインしてください。お心当たりがない場合はショップへご連絡ください。",
  },
  account_joined: {
    subject: "ショップが別のアカウントをお客様のアカウントに統合しました",
    text: "そのご注文、商品、残高は、このアカウントに移りました。お心当たりがない場合はショップへご連絡ください。",
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
  ({ member: `${name ?? ""}価格`, quantity: "まとめ買い割引", coupon: `クーポン ${name ?? ""}` })[kind];

export const receiptBlock = (
  { orderNo, currency, originalAmount, reductions, amount }: MailReceipt,
  lines: readonly MailLine[],
  isPaid = true,
): MailBlock => ({
  kind: "facts",
  rows: [
    ["注文", orderNo],
    ...lines.map((line) => ["商品", name(line)] as const),
    ...(reductions.length > 0 ? [["割引前", `${originalAmount} ${currency}`] as const] : []),
    ...reductions.map((each) => [reductionName(each), `−${each.amount} ${currency}`] as const),
    [isPaid ? "お支払い済み" : "お支払い額", `${amount} ${currency}`],
  ],
});
