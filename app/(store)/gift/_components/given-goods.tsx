"use client";

import { Gift, Hourglass, type LucideIcon, PackageX, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { useErrorText } from "@/components/api/use-error-text";
import { OrderKeys } from "@/components/store/delivery/order-keys";
import { useRead } from "@/components/store/use-read";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { OpenedGift } from "@/lib/orders/gifts/schema";

/** A key may be replaced while its page stands open. */
const lookAgainMs = 30_000;

function watchHash(changed: () => void) {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

/** It stays in the address: whoever keeps the address keeps the gift. */
const readToken = () => new URLSearchParams(window.location.hash.slice(1)).get("t") ?? "";

/** Shows what was given to whoever has the link. */
export function GivenGoods() {
  const t = useTranslations("order.given");
  const errorText = useErrorText();
  const token = useSyncExternalStore(watchHash, readToken, () => null);
  const { data, error, read } = useRead<OpenedGift>(token ? "/gifts/open" : null, {
    body: { token },
    everyMs: lookAgainMs,
  });
  if (token === "" || error?.httpStatus === 404)
    return <Nothing icon={PackageX} title={t("unknownTitle")} text={t("unknownText")} />;
  if (data) return <Given gift={data} name={`gift-${(token ?? "").slice(0, 6)}`} />;
  if (error)
    return <ErrorState message={errorText(error)} requestId={error.requestId} onRetry={() => void read()} />;
  return (
    <div
      role="status"
      aria-label={t("loading")}
      className="flex flex-col gap-6 [@media(scripting:none)]:hidden"
    >
      <Skeleton className="h-9 w-72 max-w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

function Nothing({ icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  const t = useTranslations("order.given");
  return (
    <EmptyState
      icon={icon}
      titleAs="h1"
      title={title}
      description={text}
      action={
        <Link href="/" className={buttonClass("secondary")}>
          {t("toShop")}
        </Link>
      }
    />
  );
}

function Given({
  gift: { state, from_name: name, message, items },
  name: file,
}: {
  gift: OpenedGift;
  name: string;
}) {
  const t = useTranslations("order.given");
  if (state === "taken_back")
    return <Nothing icon={Undo2} title={t("takenBackTitle")} text={t("takenBackText")} />;
  const withdrawn = items.filter(({ fulfillment }) => fulfillment.status === "revoked");
  return (
    <div className="flex flex-col gap-6">
      <header>
        <h1 className="flex items-start gap-3 text-2xl md:text-3xl">
          <Gift className="mt-0.5 size-7 shrink-0 text-brass" aria-hidden />
          <span className="min-w-0 break-words">{name ? t("titleFrom", { name }) : t("title")}</span>
        </h1>
        {message ? (
          <blockquote
            dir="auto"
            className="mt-4 whitespace-pre-wrap break-words border-brass-line border-s-2 ps-4 text-lg"
          >
            {message}
          </blockquote>
        ) : null}
      </header>
      {state === "preparing" ? (
        <div role="status" className="flex items-start gap-3 rounded-lg border border-line bg-surface p-4">
          <Hourglass className="mt-0.5 size-5 shrink-0 text-pine" aria-hidden />
          <div className="min-w-0">
            <p className="font-medium">{t("preparingTitle")}</p>
            <p className="text-ink-muted text-sm">{t("preparingText")}</p>
          </div>
        </div>
      ) : (
        <>
          {items.length === 1 ? (
            <p className="break-words text-ink-muted">
              {items.map(({ title, sku_name: option }) => [title, option].filter(Boolean).join(" · "))}
            </p>
          ) : null}
          <OrderKeys items={items} name={file} isSecond />
          {withdrawn.map(({ id, title }) => (
            <p key={id} role="status" className="rounded-md bg-warn-soft px-4 py-3 text-sm text-warn">
              {t("itemTakenBack", { title })}
            </p>
          ))}
          <p className="text-ink-muted text-sm">{t("lead")}</p>
        </>
      )}
    </div>
  );
}
