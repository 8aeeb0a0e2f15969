"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { ApiError } from "@/components/api/api-error";
import type { CaptchaAnswer, CaptchaConfig } from "@/components/store/captcha-field";
import type { GiftWords } from "@/components/store/draft";
import type { CartLine } from "@/lib/orders/cart/schema";
import type { PaymentChannelView } from "@/lib/payments/schema";
import { useChoice, useLinkedCoupon } from "./choice";
import { giftFault } from "./gift-field";
import { useDraft } from "./use-draft";
import { usePlaceOrder } from "./use-place-order";
import { usePriced } from "./use-priced";
import { isZero, type QuoteRequest } from "./use-quote";
import { looksLikeEmail, wrongFields } from "./wrong-fields";

export type CheckoutProps = {
  viewer: { email: string; balance: string | null } | null;
  shop: {
    channels: readonly PaymentChannelView[];
    coupons: boolean;
    captcha: CaptchaConfig | null;
    sendsMail: boolean;
    taxNote: string | null;
  };
};

type Values = {
  quantity: number;
  email: string;
  /** The address once the buyer has left the field; a coupon's limits depend on it. */
  emailDone: string;
  channelId: number | null;
  useBalance: boolean;
  coupon: string | null;
  /** Label that the buyer chose, with its option. */
  pick: { skuId: number; label: string } | null;
  form: Record<string, string>;
  gift: GiftWords | null;
  captcha: CaptchaAnswer | null;
};

/** Holds the buyer's words and choices, their price, and the press that orders. */
export function useCheckout({ viewer, shop }: CheckoutProps) {
  const t = useTranslations();
  const { product, sku, choose, noteQuantity } = useChoice();
  const [values, setValues] = useState<Values>(() => ({
    quantity: product.min_quantity,
    email: "",
    emailDone: "",
    channelId: shop.channels[0]?.id ?? null,
    useBalance: viewer?.balance != null && !isZero(viewer.balance),
    coupon: null,
    pick: null,
    form: {},
    gift: null,
    captcha: null,
  }));
  /** Sentences by field, until the buyer changes that field. */
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const set = (change: Partial<Values>) => {
    if (change.email !== undefined) setWrong(({ email: _, ...rest }) => rest);
    if (change.gift !== undefined) setWrong(({ "gift.email": _, ...rest }) => rest);
    const { form } = change;
    if (form)
      setWrong((before) =>
        Object.fromEntries(
          Object.entries(before).filter(([name]) => {
            const key = name.replace(/^form\./, "");
            return key === name || form[key] === values.form[key];
          }),
        ),
      );
    // A message stays until the buyer changes something; a new picture is no change of theirs.
    if (!("captcha" in change) && !("emailDone" in change)) submit.clear();
    setValues((before) => ({ ...before, ...change }));
  };
  useDraft(
    product.slug,
    () => {
      const { email, coupon, form, gift } = values;
      return { skuId: sku?.id ?? null, quantity, email, coupon, form, gift };
    },
    ({ skuId, ...draft }) => {
      if (product.skus.some(({ id }) => id === skuId)) choose(skuId as number);
      set({ ...draft, emailDone: draft.email.trim() });
    },
  );
  useLinkedCoupon(shop.coupons, (coupon) => set({ coupon }));

  const pick = sku?.is_pickable && values.pick?.skuId === sku.id ? values.pick.label : null;
  // A stock that is told only roughly is no limit: the order says when there is not enough.
  const stock = product.stock_display === "exact" ? (sku?.stock ?? 0) : product.max_quantity;
  const most = pick === null ? Math.max(1, Math.min(product.max_quantity, stock)) : 1;
  const limits = { min: product.min_quantity, max: most };
  const quantity = Math.min(Math.max(values.quantity, limits.min), Math.max(limits.min, limits.max));
  useEffect(() => noteQuantity(quantity), [noteQuantity, quantity]);

  const channel = shop.channels.find(({ id }) => id === values.channelId);
  const base = viewer ? "/orders" : "/guest/orders";
  const request: QuoteRequest | null = sku
    ? {
        product_id: product.id,
        sku_id: sku.id,
        quantity,
        ...(pick === null ? {} : { pick }),
        // Only a coupon's limits depend on who buys.
        ...(!viewer && values.coupon && looksLikeEmail(values.emailDone) ? { email: values.emailDone } : {}),
        ...(values.coupon ? { coupon_code: values.coupon } : {}),
        ...(viewer ? { use_balance: values.useBalance } : {}),
        // A channel without a fee and in the shop's currency changes nothing, and choosing it asks for nothing.
        ...(channel && (Number(channel.fee_rate) > 0 || channel.exchange_rate)
          ? { payment_channel_id: channel.id }
          : {}),
      }
    : null;
  const priced = usePriced(`${base}/preview`, request);

  /** Marks every field that is missing or broken off. @returns the first of them */
  function findFault(
    email: string | null,
    gift: GiftWords | null,
  ): [name: string, sentence: string] | undefined {
    const faults = wrongFields({ email, fields: product.form_fields, answers: values.form });
    const texts = {
      required: t("common.error.required"),
      emailWrong: t("checkout.emailWrong"),
      emailMissing: t(shop.sendsMail ? "checkout.emailMissing" : "checkout.emailMissingNoMail"),
    };
    const told = Object.entries(faults).map(([name, fault]): [string, string] => [name, texts[fault]]);
    const ofGift = giftFault(gift);
    if (ofGift) told.push(["gift.email", t(`checkout.${ofGift}`)]);
    setWrong(Object.fromEntries(told));
    return told[0];
  }

  /** The choice as a line of the cart; null where an answer is missing. */
  function readLine(): CartLine | null {
    if (!sku || findFault(null, null)) return null;
    return {
      product_id: product.id,
      sku_id: sku.id,
      quantity,
      price: sku.price,
      ...(pick === null ? {} : { pick }),
      ...(product.form_fields.length > 0 ? { form: values.form } : {}),
    };
  }

  const submit = usePlaceOrder({
    path: base,
    title: product.title,
    readBody: () => {
      const fault = findFault(viewer ? null : values.email, values.gift);
      if (fault) throw new ApiError({ httpStatus: 400, code: 400, msg: fault[1], field: fault[0] });
      const isFree = priced.quote !== undefined && isZero(priced.quote.payable_amount);
      return {
        ...priced.request,
        ...(viewer ? {} : { email: values.email.trim() }),
        ...(product.form_fields.length > 0 ? { form: values.form } : {}),
        ...(values.gift ? { gift: values.gift } : {}),
        ...(values.captcha ? { captcha: values.captcha } : {}),
        ...(values.channelId === null || isFree ? {} : { payment_channel_id: values.channelId }),
      };
    },
  });

  return {
    values: { ...values, quantity },
    pick,
    /** Before the stock cut it down. */
    wantedQuantity: values.quantity,
    set,
    limits,
    submit,
    readLine,
    quote: priced.quote,
    isStale: priced.isStale,
    quoteError: priced.error,
    couponError: priced.couponError,
    wrong,
    /** It costs something, asks its buyer nothing, and somebody can be told. */
    isGiveable: shop.sendsMail && product.form_fields.length === 0 && sku !== undefined && !isZero(sku.price),
    captcha: viewer ? null : shop.captcha,
    shownFields: [
      "quantity",
      "pick",
      "email",
      "payment_channel_id",
      "coupon_code",
      "captcha",
      ...(values.gift ? ["gift", "gift.email", "gift.message", "gift.from_name"] : []),
      ...product.form_fields.map((field) => `form.${field.key}`),
    ],
  };
}
