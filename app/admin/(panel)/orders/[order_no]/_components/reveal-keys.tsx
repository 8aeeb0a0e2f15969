"use client";

import { EyeOff, KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import useSWRMutation from "swr/mutation";
import { AskButton } from "@/components/admin/form/ask-button";
import { Panel } from "@/components/admin/page-frame";
import { api } from "@/components/api/client";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { textOfUnits } from "@/lib/core/units-text";
import type { OrderDetail } from "@/lib/orders/schema";

type RevealKeysProps = {
  orderNo: string;
  /** Titles of the items in the reader's language. */
  titles: Readonly<Record<number, string>>;
  isWithdrawn: boolean;
};

/** The keys stay on the server until somebody asks, and that they were shown is audited. */
export function RevealKeys({ orderNo, titles, isWithdrawn }: RevealKeysProps) {
  const t = useTranslations("admin-sell.order.keyPanel");
  const [shown, setShown] = useState<OrderDetail | null>(null);
  const { trigger } = useSWRMutation(`reveal ${orderNo}`, () =>
    api<OrderDetail>(`/admin/orders/${orderNo}/reveal`, { method: "POST", body: {} }),
  );

  async function reveal() {
    setShown(await trigger());
  }

  if (!shown) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <AskButton
          icon={KeyRound}
          label={t("reveal")}
          title={t("revealTitle")}
          description={t("revealText")}
          onConfirm={reveal}
        />
        {isWithdrawn ? <p className="text-ink-muted text-sm">{t("withdrawn")}</p> : null}
      </div>
    );
  }
  const items = shown.items.filter((item) => (item.fulfillment.secrets?.length ?? 0) > 0);
  return (
    <Panel
      title={t("keys")}
      actions={
        <>
          <CopyButton
            value={textOfUnits(items.flatMap((item) => item.fulfillment.secrets ?? []))}
            name={t("copyAll")}
            size="icon-sm"
            variant="ghost"
          />
          <Button variant="ghost" size="sm" onClick={() => setShown(null)}>
            <EyeOff aria-hidden />
            {t("hide")}
          </Button>
        </>
      }
    >
      {items.length === 0 ? <p className="text-ink-muted text-sm">{t("noKeys")}</p> : null}
      {items.map((item) => (
        <div key={item.id} className="mb-4 last:mb-0">
          <p className="mb-1.5 text-ink-muted text-xs">
            {t("keysOf", {
              title: titles[item.id] ?? item.title,
              count: item.fulfillment.secrets?.length ?? 0,
            })}
          </p>
          <ol className="max-h-80 overflow-y-auto rounded-md border border-brass-line bg-brass-soft">
            {item.fulfillment.secrets
              ?.map((secret, index) => ({ secret, no: index + 1 }))
              .map(({ secret, no }) => (
                <li
                  key={no}
                  className="flex items-center gap-3 border-brass-line border-t px-3 py-1 first:border-t-0"
                >
                  <span className="tabular w-6 shrink-0 text-right text-ink-faint text-xs">{no}</span>
                  <code className="min-w-0 flex-1 whitespace-pre-wrap break-all font-mono text-sm">
                    {secret}
                  </code>
                  <CopyButton
                    value={secret}
                    name={t("copyKey", { number: no })}
                    size="icon-sm"
                    variant="ghost"
                  />
                </li>
              ))}
          </ol>
        </div>
      ))}
    </Panel>
  );
}
