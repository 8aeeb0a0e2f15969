"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { CaptchaConfig } from "@/components/store/captcha-field";
import { BesideOrder } from "@/components/store/order/beside-order";
import { takeGuestToken } from "@/components/store/order/guest-tokens";
import { OrderRenewals } from "@/components/store/order/order-renewals";
import { OrderSkeleton } from "@/components/store/order/order-skeleton";
import type { SeenOrder } from "@/components/store/order/seen-order";
import { useOrder } from "@/components/store/order/use-order";
import { useRead } from "@/components/store/use-read";
import { EmptyState } from "@/components/ui/empty-state";
import type { OwnRenewals } from "@/lib/orders/renewals/schema";
import { RenewForm } from "./renew-form";

type RenewPageProps = {
  orderNo: string;
  item: number;
  licenseId: string | null;
  seen: SeenOrder | null;
  captcha: CaptchaConfig | null;
  taxNote: string | null;
};

/** Renews what an order delivered: the same option at today's price, for the same thing. */
export function RenewPage({ orderNo, item, licenseId, seen, captcha, taxNote }: RenewPageProps) {
  const t = useTranslations("order.renewals");
  const found = useOrder(orderNo, seen);
  const { order, token, base } = found;
  const isGuest = base.startsWith("/guest/");
  // Proof of a guest's order in another order's request: this order's cookie does not travel with it.
  const [proof, setProof] = useState<string | null>();
  useEffect(() => setProof(takeGuestToken(orderNo)), [orderNo]);
  const { data } = useRead<OwnRenewals>(order ? `${base}/renewals` : null, { token });
  const fitting = data?.renewals.filter(
    (each) => each.item === item && (licenseId === null || each.license_id === licenseId),
  );
  // A mail's link names the item: of its several licenses the buyer says which.
  const one = fitting?.length === 1 ? fitting[0] : undefined;
  const here = `/orders/${orderNo}/renew?item=${item}${licenseId === null ? "" : `&license=${licenseId}`}`;
  const given = isGuest ? (token ?? proof) : null;
  // The first question about the price carries the proof.
  const isSettled = data !== undefined && proof !== undefined;
  const isUnproven = isGuest && given === null;
  return (
    <BesideOrder orderNo={orderNo} found={found} here={here} back={t("back")}>
      {isSettled && one && !isUnproven ? (
        <RenewForm
          orderNo={orderNo}
          renewable={one}
          email={isGuest && order ? order.email : null}
          token={given ?? null}
          captcha={isGuest ? captcha : null}
          taxNote={taxNote}
        />
      ) : isSettled && fitting && fitting.length > 1 ? (
        <OrderRenewals orderNo={orderNo} base={base} token={token} />
      ) : isSettled ? (
        <EmptyState titleAs="h1" title={t("noneTitle")} description={t(one ? "linkText" : "noneText")} />
      ) : (
        <OrderSkeleton orderNo={orderNo} />
      )}
    </BesideOrder>
  );
}
