"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { ApiError } from "@/components/api/api-error";
import { api } from "@/components/api/client";
import { useApi } from "@/components/api/use-api";
import { useErrorText } from "@/components/api/use-error-text";
import { useSubmit } from "@/components/api/use-submit";
import type { CaptchaAnswer, CaptchaConfig } from "@/components/store/captcha-field";
import { rememberGuestOrder } from "@/components/store/order/guest-tokens";
import { keepPayment, type PlacedOrder } from "@/components/store/order/placed-order";
import { goToPayment } from "@/components/store/payment-box";
import { formatMoney } from "@/components/ui/money";
import type { ProductDetail, SkuView } from "@/lib/catalogue/schema";
import type { PaymentChannelView } from "@/lib/payments/schema";
import { isZero, type QuoteRequest, useQuote } from "./use-quote";

export type CheckoutProps = {
  product: ProductDetail;
  viewer: { email: string; balance: string | null } | null;
  shop: { channels: readonly PaymentChannelView[]; coupons: boolean; captcha: CaptchaConfig | null };
};

type Values = {
  skuId: number;
  quantity: number;
  email: string;
  /** The address once the buyer has left the field; a coupon's limits depend on it. */
  emailDone: string;
  channelId: number | null;
  useBalance: boolean;
  coupon: string | null;
  form: Record<string, string>;
  captcha: CaptchaAnswer | null;
};

/** Stock moves while a buyer reads; a look every half minute is enough, the order itself decides. */
const stockInterval = 30_000;

export function useCheckout({ product: initial, viewer, shop }: CheckoutProps) {
  const t = useTranslations("checkout");
  const locale = useLocale();
  const router = useRouter();
  const errorText = useErrorText();
  const { data: live } = useApi<ProductDetail>(`/public/products/${initial.slug}`, {
    fallbackData: initial,
    revalidateOnMount: false,
    refreshInterval: stockInterval,
  });
  const skus: readonly SkuView[] = live?.skus ?? initial.skus;

  const [values, setValues] = useState<Values>(() => ({
    skuId: (initial.skus.find((sku) => sku.stock_status !== "out_of_stock") ?? initial.skus[0])?.id ?? 0,
    quantity: initial.min_quantity,
    email: "",
    emailDone: "",
    channelId: shop.channels[0]?.id ?? null,
    useBalance: viewer?.balance != null && !isZero(viewer.balance),
    coupon: null,
    form: {},
    captcha: null,
  }));
  const [emailError, setEmailError] = useState<string>();
  const set = (change: Partial<Values>) => {
    if (change.email !== undefined) setEmailError(undefined);
    // A message stays until the buyer changes something; a new picture is no change of theirs.
    if (!("captcha" in change) && !("emailDone" in change)) submit.clear();
    setValues((before) => ({ ...before, ...change }));
  };

  const sku = skus.find(({ id }) => id === values.skuId) ?? skus[0];
  const stock = sku?.stock ?? 0;
  const limits = { min: initial.min_quantity, max: Math.max(1, Math.min(initial.max_quantity, stock)) };
  const quantity = Math.min(Math.max(values.quantity, limits.min), Math.max(limits.min, limits.max));

  const channel = shop.channels.find(({ id }) => id === values.channelId);
  const base = viewer ? "/orders" : "/guest/orders";
  const request: QuoteRequest | null = sku
    ? {
        product_id: initial.id,
        sku_id: sku.id,
        quantity,
        // Only a coupon's limits depend on who buys.
        ...(!viewer && values.coupon && looksLikeEmail(values.emailDone) ? { email: values.emailDone } : {}),
        ...(values.coupon ? { coupon_code: values.coupon } : {}),
        ...(viewer ? { use_balance: values.useBalance } : {}),
        // A channel without a fee changes nothing, and choosing it asks for nothing.
        ...(channel && Number(channel.fee_rate) > 0 ? { payment_channel_id: channel.id } : {}),
      }
    : null;
  const priced = useQuote(`${base}/preview`, request);
  const couponRefused = values.coupon !== null && isAboutCoupon(priced.error);
  const plain = useQuote(`${base}/preview`, couponRefused && request ? withoutCoupon(request) : null);
  const quote = couponRefused ? plain.quote : priced.quote;

  const attempt = useRef({ content: "", key: "" });
  const submit = useSubmit(
    async () => {
      if (!viewer && !looksLikeEmail(values.email.trim())) {
        setEmailError(t("emailMissing"));
        throw new ApiError({ httpStatus: 400, code: 400, msg: `email: ${t("emailMissing")}` });
      }
      const body = {
        ...(couponRefused && request ? withoutCoupon(request) : request),
        ...(viewer ? {} : { email: values.email.trim() }),
        ...(initial.form_fields.length > 0 ? { form: values.form } : {}),
        ...(values.captcha ? { captcha: values.captcha } : {}),
        ...(values.channelId === null || (quote && isZero(quote.payable_amount))
          ? {}
          : { payment_channel_id: values.channelId }),
        locale,
      };
      // The same content sent twice is one order: a double click, or a second try after a lost answer.
      const content = JSON.stringify({ ...body, captcha: undefined });
      if (attempt.current.content !== content) attempt.current = { content, key: crypto.randomUUID() };
      const order = await api<PlacedOrder>(base, { body, idempotencyKey: attempt.current.key });
      if (order.guest_token) rememberGuestOrder(order.order_no, order.guest_token);
      if (order.payment) keepPayment(order.order_no, order.payment);
      if (order.payment && goToPayment(order.payment, `/pay/${order.order_no}`))
        return new Promise<void>(() => {});
      router.push(
        order.status === "pending_payment" ? `/pay/${order.order_no}` : `/orders/${order.order_no}`,
      );
    },
    { "429": t("tooMany") },
  );

  return {
    values: { ...values, quantity },
    set,
    sku,
    limits,
    quote,
    submit,
    isStale: couponRefused ? plain.isStale : priced.isStale,
    quoteError: couponRefused ? plain.error : priced.error,
    couponError: couponRefused ? errorText(priced.error) : undefined,
    emailError,
    captcha: viewer ? null : shop.captcha,
    stockHint: stockHint(),
    shownFields: [
      "quantity",
      "email",
      "payment_channel_id",
      "coupon_code",
      "captcha",
      ...initial.form_fields.map((field) => `form.${field.key}`),
    ],
  };

  function stockHint(): string | undefined {
    if (!sku || sku.stock_status === "out_of_stock") return t("soldOutText");
    const tier = initial.wholesale.find(
      (entry) => entry.min_quantity > quantity && entry.min_quantity <= limits.max,
    );
    const parts = [
      sku.stock_status === "unlimited" ? null : t("stockLeft", { count: stock }),
      initial.min_quantity > 1 ? t("limits", { min: initial.min_quantity, max: initial.max_quantity }) : null,
      tier
        ? t("wholesale", {
            count: tier.min_quantity,
            price: formatMoney(tier.price, initial.currency, locale),
          })
        : null,
    ];
    return parts.filter(Boolean).join(" · ") || undefined;
  }
}

function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

function isAboutCoupon(problem: ApiError | undefined): boolean {
  return problem?.code === 40003 || problem?.field === "coupon_code";
}

function withoutCoupon({ coupon_code: _, ...rest }: QuoteRequest): QuoteRequest {
  return rest;
}
