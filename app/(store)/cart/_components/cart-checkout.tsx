"use client";

import { LoaderCircle } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "@/components/api/api-error";
import { useErrorText } from "@/components/api/use-error-text";
import { useCaptcha } from "@/components/store/auth/use-captcha";
import type { CaptchaConfig } from "@/components/store/captcha-field";
import type { GiftWords } from "@/components/store/draft";
import { brokenRequest, RequestId } from "@/components/store/request-id";
import { SlowPaymentPage } from "@/components/store/slow-payment-page";
import { CheckboxField } from "@/components/ui/checkbox";
import { FieldError } from "@/components/ui/field";
import { formatMoney } from "@/components/ui/money";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { Skeleton } from "@/components/ui/skeleton";
import { ChannelPicker } from "../../products/[slug]/_components/channel-picker";
import { CouponField } from "../../products/[slug]/_components/coupon-field";
import { GiftField, giftFault } from "../../products/[slug]/_components/gift-field";
import { GuestEmail } from "../../products/[slug]/_components/guest-email";
import { MeantEmail } from "../../products/[slug]/_components/later-meant-email";
import { PriceSummary } from "../../products/[slug]/_components/price-summary";
import { TermsNote } from "../../products/[slug]/_components/terms-note";
import { usePlaceOrder } from "../../products/[slug]/_components/use-place-order";
import { usePressAtPrice } from "../../products/[slug]/_components/use-press-at-price";
import { usePriced } from "../../products/[slug]/_components/use-priced";
import { isZero } from "../../products/[slug]/_components/use-quote";
import { looksLikeEmail } from "../../products/[slug]/_components/wrong-fields";
import type { JudgedLine } from "./judge-line";

export type CartCheckoutProps = {
  viewer: { email: string; balance: string | null } | null;
  shop: {
    coupons: boolean;
    guests: boolean;
    captcha: CaptchaConfig | null;
    sendsMail: boolean;
    taxNote: string | null;
  };
  /** The lines of the order. */
  lines: readonly JudgedLine[];
  onPlaced: () => Promise<void>;
  onRefused: () => void;
};

/** Refusals about them stand at the fields. */
const shown = ["email", "coupon_code", "payment_channel_id", "captcha"];
const giftMembers = ["gift", "gift.email", "gift.message", "gift.from_name"];

/** The title under which the browser lists the order, and its number of lines. */
function useGist(lines: readonly JudgedLine[]): string {
  const t = useTranslations("checkout.cart");
  const title = lines[0]?.offer?.product.title ?? "";
  return lines.length > 1 ? t("more", { title, count: lines.length - 1 }) : title;
}

/** Buys all lines with one payment. Every price in it comes from the server. */
export function CartCheckout({ viewer, shop, lines, onPlaced, onRefused }: CartCheckoutProps) {
  const t = useTranslations("checkout");
  const locale = useLocale();
  const errorText = useErrorText();
  const captcha = useCaptcha("guest_order", viewer ? null : shop.captcha);
  const [email, setEmail] = useState("");
  const [emailDone, setEmailDone] = useState("");
  const [coupon, setCoupon] = useState<string | null>(null);
  const [gift, setGift] = useState<GiftWords | null>(null);
  const isGiveable = shop.sendsMail && lines.every(({ offer }) => offer?.product.form_fields.length === 0);
  const [channelId, setChannelId] = useState<number | null>(null);
  const hasBalance = viewer?.balance != null && !isZero(viewer.balance);
  const [useBalance, setUseBalance] = useState(hasBalance);

  const base = viewer ? "/orders" : "/guest/orders";
  const items = lines.map(({ offer, line: { product_id, sku_id, quantity, form, pick } }) => ({
    product_id: offer?.product.id ?? product_id,
    sku_id,
    quantity,
    ...(form ? { form } : {}),
    ...(pick === undefined ? {} : { pick }),
  }));
  const [feeChannel, setFeeChannel] = useState<number | null>(null);
  const priced = usePriced(`${base}/preview`, {
    items,
    with_payment_channels: true,
    ...(coupon ? { coupon_code: coupon } : {}),
    // Only a coupon's limits depend on who buys.
    ...(!viewer && coupon && looksLikeEmail(emailDone) ? { email: emailDone } : {}),
    ...(viewer ? { use_balance: useBalance } : {}),
    ...(feeChannel === null ? {} : { payment_channel_id: feeChannel }),
  });
  const { quote } = priced;
  const changed = useEffectEvent(onRefused);
  useEffect(() => {
    // A line may have been sold or withdrawn meanwhile: then it says so itself.
    if (priced.error) changed();
  }, [priced.error]);
  const channels = quote?.payment_channels ?? [];
  const chosen = channels.find(({ id }) => id === channelId) ?? channels[0];
  // A channel without a fee and in the shop's currency changes nothing, and choosing it asks for nothing.
  const costs = chosen && (Number(chosen.fee_rate) > 0 || chosen.exchange_rate) ? chosen.id : null;
  if (quote && costs !== feeChannel) setFeeChannel(costs);

  const payable = quote?.payable_amount;
  const needsChannel = payable !== undefined && !isZero(payable);
  const submit = usePlaceOrder({
    path: base,
    title: useGist(lines),
    onPlaced,
    readBody: () => {
      const address = email.trim();
      if (!viewer && !looksLikeEmail(address)) {
        const missing = shop.sendsMail ? "emailMissing" : "emailMissingNoMail";
        throw new ApiError({
          httpStatus: 400,
          code: 400,
          msg: t(address ? "emailWrong" : missing),
          field: "email",
        });
      }
      const fault = giftFault(gift);
      if (fault) throw new ApiError({ httpStatus: 400, code: 400, msg: t(fault), field: "gift.email" });
      const { with_payment_channels: _, payment_channel_id: __, ...body } = priced.request ?? {};
      return {
        ...body,
        ...(viewer ? {} : { email: address, ...captcha.body }),
        ...(gift ? { gift } : {}),
        ...(needsChannel && chosen ? { payment_channel_id: chosen.id } : {}),
      };
    },
  });
  const pressed = usePressAtPrice(payable, priced.isStale, async () => {
    if (await submit.submit()) return;
    captcha.used();
    onRefused();
  });
  /** A line that the server refuses is named by its title. */
  const refused = submit.problem ?? priced.error;
  const atLine = lines.find((_, index) => refused?.field?.startsWith(`items.${index}.`));
  const requestId = brokenRequest(priced.error, submit.problem);
  const problem = priced.error
    ? errorText(priced.error)
    : submit.formError(...shown, ...(gift ? giftMembers : []));
  const contacted = needsChannel ? chosen : undefined;

  return (
    <ScriptForm onSend={() => pressed.press()} className="flex flex-col gap-5" aria-label={t("cart.summary")}>
      {viewer ? (
        <p className="break-words text-ink-muted text-sm">{t("loggedInAs", { email: viewer.email })}</p>
      ) : (
        <GuestEmail
          value={email}
          hint={t(gift ? "emailHintManual" : shop.sendsMail ? "emailHint" : "emailHintNoMail")}
          error={submit.fieldError("email")}
          onChange={(typed) => {
            submit.clear();
            setEmail(typed);
          }}
          onDone={setEmailDone}
        />
      )}
      {!viewer && emailDone ? (
        <MeantEmail
          email={emailDone}
          onTake={(meant) => {
            setEmail(meant);
            setEmailDone(meant);
          }}
        />
      ) : null}
      {quote === undefined && !priced.error ? (
        // Nothing below moves when the sum comes.
        <Skeleton className="h-96 w-full" />
      ) : (
        <>
          {quote && needsChannel ? (
            <ChannelPicker
              channels={channels}
              value={chosen?.id ?? null}
              error={submit.fieldError("payment_channel_id")}
              onChange={setChannelId}
            />
          ) : null}
          {hasBalance && viewer?.balance && quote ? (
            <CheckboxField
              label={t("useBalance")}
              hint={t("balanceHint", { amount: formatMoney(viewer.balance, quote.currency, locale) })}
              checked={useBalance}
              onCheckedChange={(checked) => setUseBalance(checked === true)}
            />
          ) : null}
          {shop.coupons ? (
            <CouponField
              applied={coupon}
              saved={quote?.reductions.find(({ kind }) => kind === "coupon")}
              error={priced.couponError ?? submit.fieldError("coupon_code")}
              checking={priced.isStale && coupon !== null}
              onApply={(code) => {
                submit.clear();
                setCoupon(code);
              }}
            />
          ) : null}
          {isGiveable || gift ? (
            <GiftField
              value={gift}
              errorOf={submit.fieldError}
              onChange={(given) => {
                submit.clear();
                setGift(given);
              }}
            />
          ) : null}
          {captcha.field(submit.fieldError("captcha", "captcha.captcha_code"))}
          <PriceSummary quote={quote} quantity={1} stale={priced.isStale} taxNote={shop.taxNote} />
          <FieldError>
            {problem ? (
              <>
                {atLine?.offer ? `${atLine.offer.product.title}: ` : null}
                {problem}
              </>
            ) : null}
            {requestId ? <RequestId id={requestId} /> : null}
          </FieldError>
          {pressed.isMissed ? (
            <p role="status" className="text-sm text-warn">
              {t("priceMoved", { amount: formatMoney(payable ?? "", quote?.currency ?? "", locale) })}
            </p>
          ) : null}
          {submit.slow ? (
            <SlowPaymentPage
              opening={submit.slow}
              words={{
                title: t("slow.title", { channel: contacted?.name ?? "" }),
                text: t("slow.text"),
                again: t("slow.again"),
                leave: t("slow.toOrder"),
              }}
            />
          ) : null}
          <SubmitButton
            size="lg"
            className="w-full"
            loading={pressed.isWaiting || (submit.pending && contacted === undefined)}
            disabled={quote === undefined || (needsChannel && channels.length === 0) || submit.pending}
            aria-busy={submit.pending || pressed.isWaiting || undefined}
          >
            {submit.pending && contacted ? (
              <>
                <LoaderCircle className="animate-spin" aria-hidden />
                {t("contacting", { channel: contacted.name })}
              </>
            ) : payable === undefined ? (
              t("title")
            ) : isZero(payable) ? (
              t("getFree")
            ) : (
              t("pay", { amount: formatMoney(payable, quote?.currency ?? "", locale) })
            )}
          </SubmitButton>
          <TermsNote />
        </>
      )}
    </ScriptForm>
  );
}
