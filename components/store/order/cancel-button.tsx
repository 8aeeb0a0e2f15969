"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, type ButtonSize } from "@/components/ui/button";
import { later } from "@/components/ui/later";

const CancelOrder = later(() => import("./cancel-order").then((module) => module.CancelOrder));

type CancelButtonProps = { orderNo: string; onCancel: () => Promise<void>; size?: ButtonSize };

/** Gives an unpaid order up: asks first where script can ask, and is a plain form where it cannot. */
export function CancelButton({ orderNo, onCancel, size = "lg" }: CancelButtonProps) {
  const t = useTranslations("order");
  const [isAsking, setAsking] = useState(false);
  return (
    <form
      method="post"
      action={`/orders/${encodeURIComponent(orderNo)}/cancel`}
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(true);
      }}
    >
      <Button type="submit" variant="ghost" size={size}>
        {t("cancel")}
      </Button>
      {isAsking ? <CancelOrder onConfirm={onCancel} onClose={() => setAsking(false)} /> : null}
    </form>
  );
}
