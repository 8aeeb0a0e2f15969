"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useRef } from "react";
import { randomKey } from "@/clients/typescript/src/random-key";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { goToPayment } from "@/components/store/go-to-payment";
import { openGuestOrder, rememberGuestOrder } from "@/components/store/order/guest-tokens";
import { keepEmail } from "@/components/store/order/kept-email";
import { keepPayment, type PlacedOrder } from "@/components/store/order/placed-order";
import { useSlowPaymentPage } from "@/components/store/use-slow-payment-page";

type PlaceOrder = {
  path: string;
  /** @throws ApiError about a field that is missing */
  readBody: () => Record<string, unknown>;
  title: string;
  /** Runs once the order stands, before the page goes on. */
  onPlaced?: () => Promise<void>;
};

/** Places the order and goes where it is paid or shown. */
export function usePlaceOrder({ path, readBody, title, onPlaced }: PlaceOrder) {
  const t = useTranslations("checkout");
  const locale = useLocale();
  const router = useRouter();
  const attempt = useRef({ content: "", key: "" });
  const { slow, watch } = useSlowPaymentPage();
  const submit = useSubmit(
    async () => {
      const body: Record<string, unknown> = { ...readBody(), locale };
      // The same content sent twice is one order: a double click, or a second try after a lost answer.
      const content = JSON.stringify({ ...body, captcha: undefined });
      if (attempt.current.content !== content) attempt.current = { content, key: randomKey() };
      const order = await api<PlacedOrder>(path, { body, idempotencyKey: attempt.current.key });
      const { order_no: orderNo, guest_token: token, payment } = order;
      if (token) {
        rememberGuestOrder(orderNo, token, { title, amount: order.amount, currency: order.currency });
        if (typeof body.email === "string") keepEmail(body.email);
      }
      const opened = token ? openGuestOrder(orderNo, token) : null;
      await onPlaced?.();
      if (payment) keepPayment(orderNo, payment);
      if (payment && goToPayment(payment, `/pay/${orderNo}?returned`)) {
        watch(payment, `/pay/${orderNo}`);
        return new Promise<void>(() => {});
      }
      // With its cookie the next page comes from the server as it is.
      await opened;
      router.push(order.status === "pending_payment" ? `/pay/${orderNo}` : `/orders/${orderNo}`);
    },
    { "429": t("tooMany") },
  );
  return { ...submit, slow };
}
