import type { MailData, MailLine, MailReceipt, SecurityEvent } from "@/lib/notifications/mail-data";
import type { MailBlock } from "@/lib/notifications/texts/mail-content";

export const name = ({ title, skuName, quantity }: MailLine) =>
  `${title}${skuName ? ` · ${skuName}` : ""}${quantity > 1 ? ` × ${quantity}` : ""}`;

export const when = (at: Date, timeZone: string) =>
  `${new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short", timeZone }).format(at)} ${timeZone}`;

export const codeLead: Record<MailData["code"]["purpose"], string> = {
  register: "Enter this code to create your account.",
  reset: "Enter this code to choose a new password.",
  change_email: "Enter this code to use this address for your account.",
};

export const refundWay: Record<MailData["order_refunded"]["method"], string> = {
  wallet: "The amount is back in your shop balance.",
  gateway: "The amount goes back the way you paid. Depending on your payment service this takes some days.",
  deposit: "The amount is back in your deposit.",
  manual: "The shop returns the amount to you and may write to you about it.",
};

export const security: Record<SecurityEvent, { subject: string; text: string }> = {
  password_changed: {
    subject: "Your password was changed",
    text: "The password of your account was changed, and every other device was logged out.",
  },
  new_device: {
    subject: "New log-in to your account",
    text: "Your account was just used from a device or network that we have not seen before.",
  },
  email_changed: {
    subject: "The e-mail address of your account was changed",
    text: "Your account now uses another e-mail address. This one no longer opens it.",
  },
  totp_enabled: {
    subject: "Two-step log-in was switched on",
    text: "From now on your account asks for a code from your authenticator app.",
  },
  totp_disabled: {
    subject: "Two-step log-in was switched off",
    text: "Your account no longer asks for a code from an authenticator app.",
  },
  passkey_added: {
    subject: "A passkey was added to your account",
    text: "From now on this passkey opens your account, without password and code. Was it not you? Remove it and change your password.",
  },
  passkey_removed: {
    subject: "A passkey was removed from your account",
    text: "This passkey no longer opens your account.",
  },
  identity_linked: {
    subject: "A log-in was linked with your account",
    text: "From now on a log-in provider opens your account in place of the password. Was it not you? Unlink it under Security and change your password.",
  },
  identity_unlinked: {
    subject: "A log-in was unlinked from your account",
    text: "This log-in provider no longer opens your account.",
  },
  password_reset: {
    subject: "The shop has made a new password for your account",
    text: "Your old password no longer opens your account, and all its sessions have ended. The shop gives you the new one: change it after you log in.",
  },
  totp_reset: {
    subject: "The shop has switched your two-step log-in off",
    text: "Your account asks for the password alone until you switch two-step log-in on again. All its sessions have ended.",
  },
  passkeys_reset: {
    subject: "The shop has removed your passkeys",
    text: "They no longer open your account: log in with your password. All its sessions have ended.",
  },
  identities_reset: {
    subject: "The shop has unlinked your log-ins",
    text: "No log-in provider opens your account any more: log in with your password, or choose one with “Forgot your password?”. All its sessions have ended.",
  },
  account_merged: {
    subject: "The shop has joined your account with another one of yours",
    text: "Orders, goods and balance of this account are in your other account now. This one is closed: log in with the other. Was it not you who asked? Write to the shop.",
  },
  account_joined: {
    subject: "The shop has joined another account with yours",
    text: "Orders, goods and balance of it are in this account now. Was it not you who asked? Write to the shop.",
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
  ({ member: `${name ?? ""} price`, quantity: "Quantity price", coupon: `Coupon ${name ?? ""}` })[kind];

export const receiptBlock = (
  { orderNo, currency, originalAmount, reductions, amount }: MailReceipt,
  lines: readonly MailLine[],
  isPaid = true,
): MailBlock => ({
  kind: "facts",
  rows: [
    ["Order", orderNo],
    ...lines.map((line) => ["Item", name(line)] as const),
    ...(reductions.length > 0 ? [["Before discounts", `${originalAmount} ${currency}`] as const] : []),
    ...reductions.map((each) => [reductionName(each), `−${each.amount} ${currency}`] as const),
    [isPaid ? "Paid" : "To pay", `${amount} ${currency}`],
  ],
});
