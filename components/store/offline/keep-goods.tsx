"use client";

import { WifiOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import type { OrderDetail } from "@/lib/orders/schema";
import { forgetGoods, isKeeping, keepable, keepGoods } from "./kept-goods";
import { canWorkOffline, dropOfflinePage, renewOfflinePage } from "./offline-page";

/** Asks whether this browser is to keep the goods, and keeps them while it is. Drawn in browsers alone. */
export function KeepGoods({ order }: { order: OrderDetail }) {
  const t = useTranslations("order.keepHere");
  const [isKept, setKept] = useState(isKeeping);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (isKept) keepGoods(order);
  }, [isKept, order]);
  if (!canWorkOffline() || keepable(order).length === 0) return null;

  function keep() {
    const isStored = keepGoods(order);
    setKept(isStored);
    setRefused(!isStored);
    if (isStored) void renewOfflinePage();
  }

  function forget() {
    forgetGoods();
    setKept(false);
    void dropOfflinePage();
  }

  return (
    <section aria-labelledby="keep-here" className="text-sm print:hidden">
      <h2 id="keep-here" className="flex items-center gap-2 font-medium text-sm">
        <WifiOff className="size-4 shrink-0 text-brass" aria-hidden />
        {t("title")}
      </h2>
      <p aria-live="polite" className="mt-1 text-ink-muted">
        {t(isKept ? "kept" : "text")}
      </p>
      <div className="mt-2">
        <Button variant="secondary" size="sm" onClick={isKept ? forget : keep}>
          {t(isKept ? "forget" : "keep")}
        </Button>
        <FieldError>{isRefused ? t("refused") : null}</FieldError>
      </div>
    </section>
  );
}
