import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import type { PaymentChannelView } from "@/lib/payments/schema";
import type { OpeningPayment } from "./use-place-order";

type SlowPaymentPageProps = { opening: OpeningPayment; channels: readonly PaymentChannelView[] };

/** The order is placed and the gateway's page does not come: the buyer can wait, open it again, or pay another way. */
export function SlowPaymentPage({ opening, channels }: SlowPaymentPageProps) {
  const t = useTranslations("checkout.slow");
  const channel = channels.find(({ id }) => id === opening.channelId)?.name ?? "";
  return (
    <div role="status" className="rounded-lg bg-warn-soft px-4 py-3 text-sm text-warn">
      <p className="font-medium text-base">{t("title", { channel })}</p>
      <p className="mt-0.5">{t("text")}</p>
      <p className="mt-3 flex flex-wrap gap-2">
        <a href={opening.payUrl} rel="noreferrer" className={buttonClass("secondary", "sm")}>
          {t("again")}
        </a>
        {/* A whole page load: it also ends the wait for the gateway. */}
        <a href={`/pay/${opening.orderNo}`} className={buttonClass("secondary", "sm")}>
          {t("toOrder")}
        </a>
      </p>
    </div>
  );
}
