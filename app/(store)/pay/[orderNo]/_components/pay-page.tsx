"use client";

import { CircleCheck } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { OrderPage } from "@/components/store/order/order-page";
import { OrderSummary } from "@/components/store/order/order-summary";
import type { SeenOrder } from "@/components/store/order/seen-order";
import { useOrder } from "@/components/store/order/use-order";
import { Skeleton } from "@/components/ui/skeleton";
import { Stepper } from "@/components/ui/stepper";
import type { PaymentChannelView } from "@/lib/payments/schema";
import { type FirstAttempt, PaymentStep } from "./payment-step";

type PayPageProps = {
  orderNo: string;
  channels: readonly PaymentChannelView[];
  seen: SeenOrder | null;
  first: FirstAttempt;
  /** Balance with which a member could pay, or null. */
  balance: string | null;
};

export function PayPage({ orderNo, channels, seen, first, balance }: PayPageProps) {
  const t = useTranslations("order.pay");
  const router = useRouter();
  const { order, error, token, base, refresh } = useOrder(orderNo, seen);
  const isPaid = order !== undefined && order.payment_status !== "unpaid";

  useEffect(() => {
    if (!isPaid) return;
    // Time to read "received"; the order page then shows the key, or that it is being delivered.
    const timer = setTimeout(() => router.replace(`/orders/${orderNo}`), 900);
    return () => clearTimeout(timer);
  }, [isPaid, orderNo, router]);

  // Errors and closed orders look here as they do on the order's own page.
  if (error && !order) return <OrderPage orderNo={orderNo} seen={seen} />;
  if (order && !isPaid && order.status !== "pending_payment")
    return <OrderPage orderNo={orderNo} seen={seen} />;

  return (
    <div className="flex flex-col gap-6">
      <Stepper label={t("steps")} steps={[t("step1"), t("step2"), t("step3")]} current={isPaid ? 2 : 1} />
      {order === undefined ? (
        <PaySkeleton label={t("preparing")} orderNo={orderNo} />
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
              first={first}
              balance={balance}
              base={base}
              token={token}
              onChange={refresh}
            />
          </section>
          <OrderSummary order={order} pictures={seen?.pictures} />
        </>
      )}
    </div>
  );
}

function PaySkeleton({ label, orderNo }: { label: string; orderNo: string }) {
  const t = useTranslations("order.pay");
  return (
    <>
      <noscript>
        <p className="rounded-md bg-warn-soft px-3.5 py-3 text-sm text-warn">
          <a href={`/orders/${orderNo}`} className="underline underline-offset-4">
            {t("openFirst")}
          </a>
        </p>
      </noscript>
      <div role="status" aria-label={label} className="flex flex-col gap-6 [@media(scripting:none)]:hidden">
        <div className="rounded-xl border border-line bg-surface p-5 sm:p-7">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="mt-2 h-9 w-36" />
          <Skeleton className="mx-auto mt-8 size-56" />
          <Skeleton className="mt-8 h-12 w-full" />
        </div>
        <Skeleton className="h-64 w-full" />
      </div>
    </>
  );
}
