"use client";

import { Download, KeyRound, MailCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { downloadText } from "@/components/ui/download-text";
import type { OrderDetail } from "@/lib/orders/schema";
import { KeyTag } from "./key-tag";

/** A reusable content may stand there twice, so that a key is known by its place and not by itself. */
function numbered(secrets: readonly string[]) {
  return secrets.map((secret, place) => ({ secret, number: place + 1 }));
}

export function OrderKeys({ order }: { order: OrderDetail }) {
  const t = useTranslations("order");
  const ready = order.items.filter((item) => (item.fulfillment.secrets?.length ?? 0) > 0);
  const total = ready.reduce((sum, item) => sum + (item.fulfillment.secrets?.length ?? 0), 0);
  const payload =
    order.fulfillment.payload ?? ready.flatMap((item) => item.fulfillment.secrets ?? []).join("\n");
  const several = ready.length > 1;
  const Heading = several ? "h3" : "h2";

  return (
    <section aria-labelledby="keys">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 id="keys" className="flex items-center gap-2.5 text-2xl">
          <KeyRound className="size-6 text-brass" aria-hidden />
          {t("yourKeys", { count: total })}
        </h1>
        <div className="flex gap-2">
          {total > 1 ? <CopyButton value={payload} label={t("copyAll")} variant="primary" /> : null}
          <Button variant="secondary" onClick={() => downloadText(`${order.order_no}.txt`, payload)}>
            <Download aria-hidden />
            {t("download")}
          </Button>
        </div>
      </div>

      {ready.map((item) => (
        <div key={item.id} className="mt-4">
          {several ? (
            <h2 className="mb-2 break-words text-base">
              {item.title}
              {item.sku_name ? <span className="font-normal text-ink-muted"> · {item.sku_name}</span> : null}
            </h2>
          ) : null}
          <ul className="flex max-h-[60vh] flex-col gap-2 overflow-y-auto print:max-h-none print:overflow-visible">
            {numbered(item.fulfillment.secrets ?? []).map(({ secret, number }, index, all) => (
              <KeyTag key={number} secret={secret} index={index} total={all.length} />
            ))}
          </ul>
          {item.fulfillment.instructions ? (
            <div className="mt-4 rounded-lg border border-line bg-surface p-4 sm:p-5">
              <Heading className="text-base">{t("instructions")}</Heading>
              <p className="mt-1.5 whitespace-pre-line break-words text-ink-muted">
                {item.fulfillment.instructions}
              </p>
            </div>
          ) : null}
        </div>
      ))}

      {order.email ? (
        <p className="mt-4 flex items-start gap-2 text-ink-muted text-sm">
          <MailCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span className="min-w-0 break-words">{t("keepSafe", { email: order.email })}</span>
        </p>
      ) : null}
    </section>
  );
}
