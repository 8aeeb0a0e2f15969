"use client";

import { LogIn, Mail, PackageX } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useErrorText } from "@/components/api/use-error-text";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { OrderDetail } from "@/lib/orders/schema";
import { OrderKeys } from "../delivery/order-keys";
import { OrderState } from "./order-state";
import { OrderSummary } from "./order-summary";
import { useOrder } from "./use-order";

const CancelOrder = dynamic(() => import("./cancel-order").then((module) => module.CancelOrder), {
  ssr: false,
});

/** The key first, then everything else. */
export function OrderPage({ orderNo }: { orderNo: string }) {
  const t = useTranslations("order");
  const errorText = useErrorText();
  const { order, error, isLoading, token, base, refresh } = useOrder(orderNo);

  async function cancel() {
    await api(`${base}/cancel`, { method: "POST", body: {}, token });
    await refresh();
  }

  if (order) return <OrderView order={order} onCancel={cancel} />;
  if (isLoading) return <OrderSkeleton />;
  if (error && (error.httpStatus === 401 || error.httpStatus === 404))
    return <OrderUnknown orderNo={orderNo} />;
  return (
    <ErrorState
      message={error ? errorText(error) : t("notFoundText")}
      requestId={error?.requestId}
      onRetry={() => void refresh()}
    />
  );
}

function OrderView({ order, onCancel }: { order: OrderDetail; onCancel: () => Promise<void> }) {
  const t = useTranslations("order");
  const [isCanceling, setCanceling] = useState(false);
  const hasKeys = order.items.some((item) => (item.fulfillment.secrets?.length ?? 0) > 0);
  const waiting = order.status === "pending_payment";
  const over = order.status === "canceled" || order.status === "expired";
  const first = order.items[0];
  return (
    <div className="flex flex-col gap-8">
      {hasKeys ? <OrderKeys order={order} /> : <OrderState order={order} />}
      {hasKeys && order.fulfillment_status !== "ready" && order.fulfillment_status !== "revoked" ? (
        <p role="status" className="rounded-md bg-warn-soft px-4 py-3 text-sm text-warn">
          {t("partial")}
        </p>
      ) : null}
      {waiting ? (
        <div className="flex flex-wrap gap-3">
          <Link href={`/pay/${order.order_no}`} className={buttonClass("primary", "lg")}>
            {t("payNow")}
          </Link>
          <Button variant="ghost" size="lg" onClick={() => setCanceling(true)}>
            {t("cancel")}
          </Button>
          {isCanceling ? <CancelOrder onConfirm={onCancel} onClose={() => setCanceling(false)} /> : null}
        </div>
      ) : null}
      {over && first ? (
        <Link href={`/products/${first.slug}`} className={buttonClass("primary", "lg", "self-start")}>
          {t("buyAgain")}
        </Link>
      ) : null}
      <OrderSummary order={order} />
    </div>
  );
}

function OrderUnknown({ orderNo }: { orderNo: string }) {
  const t = useTranslations("order");
  return (
    <EmptyState
      icon={PackageX}
      titleAs="h1"
      title={t("notFoundTitle")}
      description={t("notFoundText")}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link href={`/lookup?order_no=${encodeURIComponent(orderNo)}`} className={buttonClass()}>
            <Mail aria-hidden />
            {t("sendLink")}
          </Link>
          <Link
            href={`/login?next=${encodeURIComponent(`/orders/${orderNo}`)}`}
            className={buttonClass("secondary")}
          >
            <LogIn aria-hidden />
            {t("login")}
          </Link>
        </div>
      }
    />
  );
}

function OrderSkeleton() {
  const t = useTranslations("order");
  return (
    <div role="status" aria-label={t("loading")} className="flex flex-col gap-8">
      <div>
        <Skeleton className="h-8 w-44" />
        <Skeleton className="mt-4 h-16 w-full" />
      </div>
      <Skeleton className="h-72 w-full" />
    </div>
  );
}
