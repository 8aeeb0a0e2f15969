import {
  Ban,
  CircleAlert,
  Clock,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  PackageCheck,
  Undo2,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/date-time";
import type { OrderMailOut } from "@/lib/checkout/schema";
import type { OrderDetail } from "@/lib/orders/schema";
import { cameTooLate, mayBePaidLate } from "./pay-state";

type State =
  | "pending_payment"
  | "delivering"
  | "processing"
  | "held"
  | "failed"
  | "refunded"
  | "canceled"
  | "expired"
  | "cameTooLate";

function stateOf(order: OrderDetail): State {
  if (cameTooLate(order)) return "cameTooLate";
  if (order.status === "pending_payment" || order.status === "canceled" || order.status === "expired")
    return order.status;
  if (order.payment_status === "refunded" || order.fulfillment_status === "revoked") return "refunded";
  const { fulfillment_status: goods } = order;
  return goods === "processing" || goods === "held" || goods === "failed" ? goods : "delivering";
}

const icons: Record<State, LucideIcon> = {
  pending_payment: Clock,
  delivering: LoaderCircle,
  processing: Hourglass,
  held: PackageCheck,
  failed: CircleAlert,
  refunded: Undo2,
  canceled: Ban,
  expired: Clock,
  cameTooLate: Undo2,
};

/** Goods that the seller's own server makes wait for no person. */
const isBeingMade = ({ items }: OrderDetail) =>
  items
    .filter(({ fulfillment }) => fulfillment.status === "processing")
    .every(({ delivers }) => delivers?.includes("dynamic"));

/** Moment before which a person usually has all of it ready; null where no product named one, or once it is over. */
function readyBy({ paid_at, items }: OrderDetail): string | null {
  const hours = items
    .filter(({ fulfillment }) => fulfillment.status === "processing")
    .map(({ delivery_hours }) => delivery_hours ?? 0);
  const most = Math.max(0, ...hours);
  if (!paid_at || most === 0) return null;
  const at = new Date(paid_at).getTime() + most * 3_600_000;
  return at > Date.now() ? new Date(at).toISOString() : null;
}

/** The words of an unpaid order depend on the payment that was begun last. */
function textOf(state: State, order: OrderDetail) {
  const last = order.last_payment;
  if (state === "pending_payment" && last?.state === "failed" && last.failure !== "left")
    return last.failure === "declined" ? "pending_paymentFailedText" : "pending_paymentUnreachableText";
  if ((state === "expired" || state === "canceled") && mayBePaidLate(order))
    return `${state}BegunText` as const;
  if (state === "processing" && isBeingMade(order)) return "makingText";
  return `${state}Text` as const;
}

type OrderStateProps = { order: OrderDetail; mail: OrderMailOut | undefined };

/** Where the order stands when there is no key to show yet. */
export function OrderState({ order, mail }: OrderStateProps) {
  const t = useTranslations("order.state");
  const state = stateOf(order);
  const Icon = icons[state];
  const by = state === "processing" ? readyBy(order) : null;
  const tellsByMail = state === "processing" || state === "held";
  return (
    <section className="flex items-start gap-4">
      <span
        className={cx(
          "grid size-12 shrink-0 place-items-center rounded-full",
          state === "failed" ? "bg-danger-soft text-danger" : "bg-pine-soft text-pine",
        )}
      >
        <Icon
          className={cx("size-6", state === "delivering" && "animate-spin")}
          strokeWidth={1.75}
          aria-hidden
        />
      </span>
      <div className="min-w-0">
        <h1 className="text-2xl">{t(`${state}Title`)}</h1>
        <p className="mt-1.5 text-ink-muted">
          {t(textOf(state, order))}{" "}
          {by ? <>{t.rich("readyBy", { at: () => <DateTime value={by} /> })} </> : null}
          {tellsByMail ? t(mail && mail.state !== "off" ? "byMail" : "keepPage") : null}
        </p>
      </div>
    </section>
  );
}
