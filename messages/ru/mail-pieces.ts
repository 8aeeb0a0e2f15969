import type { MailData, MailLine, MailReceipt, SecurityEvent } from "@/lib/notifications/mail-data";
import type { MailBlock } from "@/lib/notifications/texts/mail-content";

export const name = ({ title, skuName, quantity }: MailLine) =>
  `${title}${skuName ? ` · ${skuName}` : ""}${quantity > 1 ? ` × ${quantity}` : ""}`;

export const when = (at: Date, timeZone: string) =>
  `${new Intl.DateTimeFormat("ru", { dateStyle: "medium", timeStyle: "short", timeZone }).format(at)} ${timeZone}`;

export const codeLead: Record<MailData["code"]["purpose"], string> = {
  register: "Введите этот код, чтобы создать аккаунт.",
  reset: "Введите этот код, чтобы задать новый пароль.",
  change_email: "Введите этот код, чтобы привязать этот адрес к аккаунту.",
};

export const refundWay: Record<MailData["order_refunded"]["method"], string> = {
  wallet: "Сумма возвращена на ваш баланс в магазине.",
  gateway:
    "Сумма вернётся тем же путём, каким вы платили. В зависимости от платёжного сервиса это может занять несколько дней.",
  deposit: "Сумма возвращена на ваш депозит.",
  manual: "Магазин вернёт вам сумму и, возможно, напишет вам об этом.",
};

export const security: Record<SecurityEvent, { subject: string; text: string }> = {
  password_changed: {
    subject: "Ваш пароль изменён",
    text: "Пароль вашего аккаунта изменён, на всех остальных устройствах выполнен выход.",
  },
  new_device: {
    subject: "Новый вход в ваш аккаунт",
    text: "В ваш аккаунт только что вошли с устройства или из сети, которых мы раньше не видели.",
  },
  email_changed: {
    subject: "Адрес почты вашего аккаунта изменён",
    text: "Теперь в вашем аккаунте указан другой адрес почты. С этим адресом войти больше нельзя.",
  },
  totp_enabled: {
    subject: "Двухэтапный вход включён",
    text: "Теперь для входа в аккаунт нужен код из приложения-аутентификатора.",
  },
  totp_disabled: {
    subject: "Двухэтапный вход выключен",
    text: "Для входа в аккаунт больше не нужен код из приложения-аутентификатора.",
  },
  passkey_added: {
    subject: "В ваш аккаунт добавлен ключ доступа",
    text: "Теперь с этим ключом доступа можно войти без пароля и кода. Если это были не вы, удалите его и смените пароль.",
  },
  passkey_removed: {
    subject: "Из вашего аккаунта удалён ключ доступа",
    text: "С этим ключом доступа войти больше нельзя.",
  },
  identity_linked: {
    subject: "К вашему аккаунту привязан новый способ входа",
    text: "Теперь этот поставщик входа открывает ваш аккаунт вместо пароля. Если это были не вы, отвяжите его в разделе «Безопасность» и смените пароль.",
  },
  identity_unlinked: {
    subject: "От вашего аккаунта отвязан способ входа",
    text: "Через этого поставщика войти больше нельзя.",
  },
  password_reset: {
    subject: "Магазин задал новый пароль для вашего аккаунта",
    text: "Со старым паролем войти больше нельзя, все сеансы завершены. Новый пароль вам сообщит магазин: смените его после входа.",
  },
  totp_reset: {
    subject: "Магазин выключил двухэтапный вход в ваш аккаунт",
    text: "Для входа нужен только пароль, пока вы снова не включите двухэтапный вход. Все сеансы завершены.",
  },
  passkeys_reset: {
    subject: "Магазин удалил ваши ключи доступа",
    text: "С ними войти больше нельзя: войдите с помощью пароля. Все сеансы завершены.",
  },
  identities_reset: {
    subject: "Магазин отвязал ваши способы входа",
    text: "Через поставщиков входа войти больше нельзя: войдите с паролем или задайте его по ссылке «Забыли пароль?». Все сеансы завершены.",
  },
  account_merged: {
    subject: "Магазин объединил ваш аккаунт с другим вашим аккаунтом",
    text: "Заказы, товары и баланс этого аккаунта теперь в другом вашем аккаунте. Этот закрыт: входите в другой. Если вы об этом не просили, напишите в магазин.",
  },
  account_joined: {
    subject: "Магазин присоединил к вашему аккаунту другой",
    text: "Его заказы, товары и баланс теперь в этом аккаунте. Если вы об этом не просили, напишите в магазин.",
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
  ({
    member: `Скидка уровня «${name ?? ""}»`,
    quantity: "Скидка за количество",
    coupon: `Промокод ${name ?? ""}`,
  })[kind];

export const receiptBlock = (
  { orderNo, currency, originalAmount, reductions, amount }: MailReceipt,
  lines: readonly MailLine[],
  isPaid = true,
): MailBlock => ({
  kind: "facts",
  rows: [
    ["Заказ", orderNo],
    ...lines.map((line) => ["Товар", name(line)] as const),
    ...(reductions.length > 0 ? [["До скидок", `${originalAmount} ${currency}`] as const] : []),
    ...reductions.map((each) => [reductionName(each), `−${each.amount} ${currency}`] as const),
    [isPaid ? "Оплачено" : "К оплате", `${amount} ${currency}`],
  ],
});
