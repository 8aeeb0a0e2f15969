import { Hourglass, type LucideIcon, MailCheck, MailWarning, MailX, Save } from "lucide-react";
import { useTranslations } from "next-intl";
import type { OrderMailOut } from "@/lib/checkout/schema";
import type { OrderDetail } from "@/lib/orders/schema";

const icons: Record<OrderMailOut["state"], LucideIcon> = {
  none: Hourglass,
  waiting: Hourglass,
  delayed: MailWarning,
  sent: MailCheck,
  refused: MailX,
  failed: MailX,
  off: Save,
};

/** Mails with what was bought in them; the others tell how the order stands. */
const withGoods = new Set(["order_delivered", "order_secret_changed", "order_new_version"]);

/** Mails to the buyer of a gift leave the goods out. */
const textOf = ({ state, kind }: OrderMailOut, isGift: boolean) => {
  if (state !== "sent" && state !== "waiting") return state;
  return !isGift && kind !== null && withGoods.has(kind) ? state : (`${state}Notice` as const);
};

type MailTextProps = { order: Pick<OrderDetail, "gift">; mail: OrderMailOut };

/** The truth about the mail. */
export function MailText({ order, mail }: MailTextProps) {
  const t = useTranslations("order.mail");
  const Icon = icons[mail.state];
  const text = textOf(mail, order.gift !== undefined);
  return (
    <>
      <Icon className="mt-0.5 size-4.5 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1 break-words">
        {text === "none" ? null : t(text, { email: mail.email ?? "" })}
      </span>
    </>
  );
}
