"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { SharedIcon } from "@/components/admin/shared-icon";
import { api } from "@/components/api/client";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { toast } from "@/components/ui/toast";

/** Hidden until it is requested; showing it is recorded in the audit log. */
export function RevealKey({ id }: { id: number }) {
  const t = useTranslations("admin-sell.keys");
  const errorText = useAdminError();
  const [content, setContent] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  async function reveal() {
    setPending(true);
    try {
      setContent(
        (await api<{ content: string }>(`/admin/stock/secrets/${id}/reveal`, { method: "POST", body: {} }))
          .content,
      );
    } catch (problem) {
      toast.error(errorText(problem));
    } finally {
      setPending(false);
    }
  }

  if (content !== null) {
    return (
      <span className="flex items-center gap-1">
        <code className="whitespace-pre-wrap break-all rounded-sm bg-brass-soft px-1.5 py-0.5 font-mono text-xs">
          {content}
        </code>
        <CopyButton value={content} size="icon-sm" variant="ghost" />
      </span>
    );
  }
  return (
    <Button
      variant="ghost"
      size="bare"
      loading={pending}
      onClick={reveal}
      title={t("revealNote")}
      aria-label={`${t("reveal")} ${id}`}
      className="px-1.5 py-0.5 text-xs [&_svg]:size-3.5"
    >
      <span aria-hidden className="font-mono tracking-widest">
        ••••••••
      </span>
      <SharedIcon name="Eye" />
    </Button>
  );
}
