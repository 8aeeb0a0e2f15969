"use client";

import { LoaderCircle } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useErrorText } from "@/components/api/use-error-text";
import { LazyCaptcha } from "@/components/store/lazy-captcha";
import { brokenRequest, RequestId } from "@/components/store/request-id";
import { SlowPaymentPage } from "@/components/store/slow-payment-page";
import { CheckboxField } from "@/components/ui/checkbox";
import { FieldError } from "@/components/ui/field";
import { later } from "@/components/ui/later";
import { formatMoney } from "@/components/ui/money";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { AddToCart } from "./add-to-cart";
import { BuyerForm } from "./buyer-form";
import { ChannelPicker } from "./channel-picker";
import { useChoice } from "./choice";
import { CouponField } from "./coupon-field";
import { GiftField } from "./gift-field";
import { GuestEmail } from "./guest-email";
import { MeantEmail } from "./later-meant-email";
import { OptionPicker } from "./option-picker";
import { PriceSummary } from "./price-summary";
import { QuantityStepper } from "./quantity-stepper";
import { QuantityTiers } from "./quantity-tiers";
import { SoldOutPanel } from "./sold-out-panel";
import { tiersOf } from "./unit-price";
import { type CheckoutProps, useCheckout } from "./use-checkout";
import { usePressAtPrice } from "./use-press-at-price";
import { isZero } from "./use-quote";

const outOfStock = 4099;

function useStockHint(limits: { min: number; max: number }): string | undefined {
  const t = useTranslations("checkout");
  const { product, sku } = useChoice();
  if (!sku) return undefined;
  const isCounted = sku.stock_status !== "unlimited" && product.delivery === "auto";
  const isTold = isCounted && product.stock_display !== "words";
  const parts = [
    isTold ? t(product.stock_display === "range" ? "stockAtLeast" : "stockLeft", { count: sku.stock }) : null,
    limits.min > 1 ? t("limits", { min: limits.min, max: product.max_quantity }) : null,
  ];
  return parts.filter(Boolean).join(" · ") || undefined;
}

// Parts that few products need have a script of their own. A browser without script cannot use them.
const SoldOutOffer = later(() => import("./sold-out-offer").then((module) => module.SoldOutOffer));
const PickField = later(() => import("./pick-field").then((module) => module.PickField));

type BuyPanelProps = CheckoutProps & {
  /** Drawn by the server. */
  terms: ReactNode;
  /** Goods besides a key of the options that have them, by the option's id; drawn by the server. */
  promises: Record<number, ReactNode>;
};

/** The whole purchase on one page. Every price in it comes from the server. */
export function BuyPanel({ terms, promises, ...props }: BuyPanelProps) {
  const t = useTranslations("checkout");
  const locale = useLocale();
  const errorText = useErrorText();
  const { product, sku, ownPrices, reload } = useChoice();
  const checkout = useCheckout(props);
  const { viewer, shop } = props;
  const { quote, submit, values, set, limits } = checkout;
  const [round, setRound] = useState(0);

  const isGone = submit.problem?.code === outOfStock && submit.problem.field !== "pick";
  const problem = checkout.quoteError;
  const requestId = brokenRequest(problem, submit.problem);
  const emailHint = !shop.sendsMail
    ? "emailHintNoMail"
    : product.delivery === "manual" || values.gift
      ? "emailHintManual"
      : "emailHint";
  const savedByCoupon = quote?.reductions.find(({ kind }) => kind === "coupon");
  const stockHint = useStockHint(limits);

  const soldOut = sku?.stock_status === "out_of_stock";
  const payable = quote?.payable_amount;
  const needsChannel = payable !== undefined && !isZero(payable);
  const action =
    payable === undefined
      ? t("title")
      : isZero(payable)
        ? t("getFree")
        : t("pay", { amount: formatMoney(payable, product.currency, locale) });
  const slowChannel = shop.channels.find(({ id }) => id === submit.slow?.channelId)?.name ?? "";
  const contacted = needsChannel ? shop.channels.find(({ id }) => id === values.channelId) : undefined;
  const disabled = quote === undefined || (needsChannel && shop.channels.length === 0);
  const pressed = usePressAtPrice(payable, checkout.isStale, buy);

  async function buy() {
    if (await submit.submit()) return;
    await reload();
    setRound((count) => count + 1);
    set({ captcha: null });
  }

  const goneMeanwhile = isGone ? (
    <SoldOutOffer
      wanted={checkout.wantedQuantity}
      onTake={(quantity) => {
        submit.clear();
        set({ quantity });
      }}
    />
  ) : null;
  if (soldOut) return <SoldOutPanel onChoose={() => submit.clear()}>{goneMeanwhile}</SoldOutPanel>;

  return (
    <ScriptForm
      id="buy"
      onSend={() => pressed.press()}
      className="flex flex-col gap-5"
      aria-label={t("title")}
    >
      <OptionPicker onChoose={() => submit.clear()} />
      {sku ? promises[sku.id] : null}
      {sku?.is_pickable && product.min_quantity === 1 ? (
        <PickField
          key={`${sku.id} ${round}`}
          skuId={sku.id}
          value={checkout.pick}
          error={submit.fieldError("pick")}
          onChange={(label) => set({ pick: label === null ? null : { skuId: sku.id, label } })}
        />
      ) : null}

      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[9.5rem_minmax(0,1fr)]">
        <QuantityStepper
          value={values.quantity}
          min={limits.min}
          max={limits.max}
          hint={stockHint}
          error={submit.fieldError("quantity", "items.0.quantity", "items[0].quantity")}
          onChange={(quantity) => set({ quantity })}
        />
        {viewer ? (
          <p className="self-center break-words text-ink-muted text-sm">
            {t("loggedInAs", { email: viewer.email })}
          </p>
        ) : (
          <GuestEmail
            value={values.email}
            hint={t(emailHint)}
            error={checkout.wrong.email ?? submit.fieldError("email")}
            onChange={(email) => set({ email })}
            onDone={(emailDone) => set({ emailDone })}
          />
        )}
      </div>
      {!viewer && values.emailDone ? (
        <MeantEmail email={values.emailDone} onTake={(email) => set({ email, emailDone: email })} />
      ) : null}

      {tiersOf(sku, ownPrices).length > 0 ? (
        <QuantityTiers
          quantity={values.quantity}
          max={limits.max}
          onChoose={(quantity) => set({ quantity })}
        />
      ) : null}

      {product.form_fields.length > 0 ? (
        <BuyerForm
          fields={product.form_fields}
          values={values.form}
          errorFor={(key) => checkout.wrong[`form.${key}`] ?? submit.fieldError(`form.${key}`, key)}
          onChange={(key, value) => set({ form: { ...values.form, [key]: value } })}
        />
      ) : null}

      {needsChannel || payable === undefined ? (
        <ChannelPicker
          channels={shop.channels}
          value={values.channelId}
          error={submit.fieldError("payment_channel_id")}
          onChange={(channelId) => set({ channelId })}
        />
      ) : null}

      {viewer?.balance && !isZero(viewer.balance) ? (
        <CheckboxField
          label={t("useBalance")}
          hint={t("balanceHint", { amount: formatMoney(viewer.balance, product.currency, locale) })}
          checked={values.useBalance}
          onCheckedChange={(checked) => set({ useBalance: checked === true })}
        />
      ) : null}

      {shop.coupons ? (
        <CouponField
          applied={values.coupon}
          saved={savedByCoupon}
          error={checkout.couponError ?? submit.fieldError("coupon_code")}
          checking={checkout.isStale && values.coupon !== null}
          onApply={(coupon) => set({ coupon })}
        />
      ) : null}

      {checkout.isGiveable || values.gift ? (
        <GiftField
          value={values.gift}
          errorOf={(...members) =>
            members.map((member) => checkout.wrong[member]).find(Boolean) ?? submit.fieldError(...members)
          }
          onChange={(gift) => set({ gift })}
        />
      ) : null}

      {checkout.captcha ? (
        <LazyCaptcha
          config={checkout.captcha}
          scene="guest_order"
          round={round}
          error={submit.fieldError("captcha", "captcha.captcha_code")}
          onChange={(captcha) => set({ captcha })}
        />
      ) : null}

      <PriceSummary
        quote={quote}
        quantity={values.quantity}
        stale={checkout.isStale}
        taxNote={shop.taxNote}
      />

      <div className="bottom-bar z-10 -mx-4 flex flex-col gap-2.5 border-line border-t bg-paper/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-md sm:max-lg:static sm:max-lg:mx-0 sm:max-lg:border-0 sm:max-lg:bg-transparent sm:max-lg:p-0 lg:-mx-6 lg:bg-surface/95 lg:px-6">
        {goneMeanwhile ?? (
          <FieldError>
            {problem ? errorText(problem) : submit.formError(...checkout.shownFields)}
            {requestId ? <RequestId id={requestId} /> : null}
          </FieldError>
        )}
        {pressed.isMissed ? (
          <p role="status" className="text-sm text-warn">
            {t("priceMoved", { amount: formatMoney(payable ?? "", product.currency, locale) })}
          </p>
        ) : null}
        {submit.slow ? (
          <SlowPaymentPage
            opening={submit.slow}
            words={{
              title: t("slow.title", { channel: slowChannel }),
              text: t("slow.text"),
              again: t("slow.again"),
              leave: t("slow.toOrder"),
            }}
          />
        ) : null}
        <div className="flex gap-2">
          <SubmitButton
            size="lg"
            className="min-w-0 flex-1"
            loading={pressed.isWaiting || (submit.pending && contacted === undefined)}
            disabled={disabled || submit.pending}
            aria-busy={submit.pending || pressed.isWaiting || undefined}
          >
            {submit.pending && contacted ? (
              <>
                <LoaderCircle className="animate-spin" aria-hidden />
                {t("contacting", { channel: contacted.name })}
              </>
            ) : (
              action
            )}
          </SubmitButton>
          <AddToCart readLine={checkout.readLine} />
        </div>
      </div>
      {terms}
    </ScriptForm>
  );
}
