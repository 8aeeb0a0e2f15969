"use client";

import { Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { AskButton } from "@/components/admin/form/ask-button";
import { api } from "@/components/api/client";
import { CopyButton } from "@/components/ui/copy-button";
import type { callbackDetail } from "@/lib/interconnect/main/admin/log-schema";

type Detail = z.infer<typeof callbackDetail>;

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

/** The request as the receiver sees it, without its keys until somebody who may asks for them. */
export function SentMessage({ detail, mayReveal }: { detail: Detail; mayReveal: boolean }) {
  const t = useTranslations("admin-trade.callbacks");
  const [revealed, setRevealed] = useState<string | null>(null);
  const headers = [
    ["Content-Type", "application/json"],
    ["User-Agent", "Keyshelf-Callback/1"],
    ["X-Site-Key", detail.api_key],
    ["X-Site-Timestamp", t("detail.fresh")],
    ["X-Site-Nonce", t("detail.fresh")],
    ["X-Site-Signature", t("detail.fresh")],
  ] as const;

  async function reveal() {
    const { body } = await api<{ body: string }>(`/admin/interconnect/callbacks/${detail.id}/reveal`, {
      method: "POST",
      body: {},
    });
    setRevealed(pretty(body));
  }

  return (
    <section className="flex flex-col gap-2" aria-label={t("detail.sent")}>
      <p className="break-all font-mono text-xs">
        <span className="font-semibold">POST</span> {detail.url}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 font-mono text-xs">
        {headers.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-faint">{name}</dt>
            <dd className="min-w-0 break-all">{value}</dd>
          </div>
        ))}
      </dl>
      <pre className="max-h-72 overflow-auto whitespace-pre-wrap break-all rounded-md bg-sunken p-3 font-mono text-xs">
        {revealed ?? detail.body}
      </pre>
      <div className="flex flex-wrap items-center justify-between gap-2 text-ink-muted text-xs">
        {revealed === null ? <span>{t("detail.masked")}</span> : <span>{t("detail.revealed")}</span>}
        {mayReveal && revealed === null ? (
          <AskButton
            icon={Eye}
            label={t("detail.reveal")}
            title={t("detail.reveal")}
            description={t("detail.revealText")}
            onConfirm={reveal}
          />
        ) : null}
      </div>
      <p className="flex items-center gap-1 text-ink-muted text-xs">
        {t("bodyHash")}
        <code className="min-w-0 truncate font-mono" title={detail.body_hash}>
          {detail.body_hash}
        </code>
        <CopyButton value={detail.body_hash} size="icon-sm" variant="ghost" />
      </p>
    </section>
  );
}
