"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api } from "@/components/api/client";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";

/** Reading what every buyer gets is a call of its own, and audited. */
export function RevealText({ skuId }: { skuId: number }) {
  const t = useTranslations("admin-sell.product");
  const errorText = useAdminError();
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  async function reveal() {
    setPending(true);
    try {
      const answer = await api<{ content: string }>(`/admin/skus/${skuId}/reveal`, {
        method: "POST",
        body: {},
      });
      setText(answer.content);
    } catch (cause) {
      setProblem(errorText(cause));
    } finally {
      setPending(false);
    }
  }

  if (text !== null) {
    return <pre className="mt-2 overflow-x-auto rounded-md bg-brass-soft p-3 font-mono text-xs">{text}</pre>;
  }
  return (
    <div className="mt-2">
      <Button variant="ghost" size="sm" loading={pending} onClick={reveal}>
        {t("revealText")}
      </Button>
      <FieldError>{problem}</FieldError>
    </div>
  );
}
