"use client";

import { CircleCheck } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { OrderPage } from "@/components/store/order/order-page";
import { OrderSummary } from "@/components/store/order/order-summary";
import { useOrder } from "@/components/store/order/use-order";
import { Skeleton } from "@/components/ui/skeleton";
import { Stepper } from "@/components/ui/stepper";
import type { PaymentChannelView } from "@/lib/payments/schema";

import { PaymentStep } from "./payment-step";

type PayPageProps = { orderNo: string; channels: readonly PaymentChannelView[] };

export function PayPage({ orderNo, channels }: PayPageProps) {
  const t = useTranslations("order.pay");
  const router = useRouter();
  const { order, error, token, base, refresh } = useOrder(orderNo);
  const isPaid = order !== undefined && order.payment_status !== "unpaid";

  useEffect(() => {
    if (!isPaid) return;
    // A breath to read "received"; the order page then shows the key, or that it is on its way.
    const timer = setTimeout(() => router.replace(`/orders/${orderNo}`), 900);
    return () => clearTimeout(timer);
  }, [isPaid, orderNo, router]);

  // Errors and closed orders look here as they do on the order's own page.
  if (error && !order) return <OrderPage orderNo={orderNo} />;
  if (order && !isPaid && order.status !== "pending_payment") return <OrderPage orderNo={orderNo} />;

  return (
    <div className="flex flex-col gap-6">
      <Stepper label={t("steps")} steps={[t("step1"), t("step2"), t("step3")]} current={isPaid ? 2 : 1} />
      {order === undefined ? (
        <PaySkeleton label={t("preparing")} />
      ) : isPaid ? (
        <section
          role="status"
          className="flex flex-col items-center rounded-xl border border-line bg-surface px-6 py-14 text-center"
        >
          <CircleCheck className="size-14 text-ok" strokeWidth={1.5} aria-hidden />
          <h1 className="mt-4 text-2xl">{t("received")}</h1>
          <p className="mt-1 text-ink-muted">{t("receivedText")}</p>
        </section>
      ) : (
        <>
          <section className="rounded-xl border border-line bg-surface p-5 shadow-low sm:p-7">
            <PaymentStep
              order={order}
              channels={channels}
              base={base}
              token={token}
              onChange={() => void refresh()}
            />
          </section>
          <OrderSummary order={order} />
        </>
      )}
    </div>
  );
}

function PaySkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-6">
      <div className="rounded-xl border border-line bg-surface p-5 sm:p-7">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="mt-2 h-9 w-36" />
        <Skeleton className="mx-auto mt-8 size-56" />
        <Skeleton className="mt-8 h-12 w-full" />
      </div>
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
