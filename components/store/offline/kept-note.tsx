"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { countKept, forgetGoods } from "./kept-goods";
import { dropOfflinePage } from "./offline-page";

/** Tells that this browser keeps goods, and forgets them at a press. */
export function KeptNote() {
  const t = useTranslations("order.keepHere");
  const [count, setCount] = useState(0);
  useEffect(() => setCount(countKept()), []);
  if (count === 0) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p className="text-ink-muted">{t("count", { count })}</p>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => {
          forgetGoods();
          setCount(0);
          void dropOfflinePage();
        }}
      >
        {t("forget")}
      </Button>
    </div>
  );
}
