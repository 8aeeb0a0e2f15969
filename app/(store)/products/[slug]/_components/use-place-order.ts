"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { openGuestOrder, rememberGuestOrder } from "@/components/store/order/guest-tokens";
import { keepPayment, type PlacedOrder } from "@/components/store/order/placed-order";
import { goToPayment } from "@/components/store/payment-box";
import type { PaymentView } from "@/lib/payments/schema";

/** By then most gateways have shown their page. */
const patienceMs = 6_000;

/** An order whose payment page the browser is opening. */
export type OpeningPayment = { orderNo: string; payUrl: string; channelId: number };

/** The payment page that has not opened for a while; null as long as the buyer need not wonder. */
function useSlowPaymentPage() {
  const [slow, setSlow] = useState<OpeningPayment | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    slow,
    watch: (orderNo: string, { pay_url: payUrl, channel_id: channelId }: PaymentView) => {
      if (payUrl) timer.current = setTimeout(() => setSlow({ orderNo, payUrl, channelId }), patienceMs);
    },
  };
}

type PlaceOrder = {
  path: string;
  /** @throws ApiError about a field that is missing */
  readBody: () => Record<string, unknown>;
  title: string;
};

/** Places the order and goes where it is paid or shown. */
export function usePlaceOrder({ path, readBody, title }: PlaceOrder) {
  const t = useTranslations("checkout");
  const locale = useLocale();
  const router = useRouter();
  const attempt = useRef({ content: "", key: "" });
  const { slow, watch } = useSlowPaymentPage();
  const submit = useSubmit(
    async () => {
      const body = { ...readBody(), locale };
      // The same content sent twice is one order: a double click, or a second try after a lost answer.
      const content = JSON.stringify({ ...body, captcha: undefined });
      if (attempt.current.content !== content) attempt.current = { content, key: crypto.randomUUID() };
      const order = await api<PlacedOrder>(path, { body, idempotencyKey: attempt.current.key });
      const { order_no: orderNo, guest_token: token, payment } = order;
      if (token)
        rememberGuestOrder(orderNo, token, { title, amount: order.amount, currency: order.currency });
      const opened = token ? openGuestOrder(orderNo, token) : null;
      if (payment) keepPayment(orderNo, payment);
      if (payment && goToPayment(payment, `/pay/${orderNo}?returned`)) {
        watch(orderNo, payment);
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
