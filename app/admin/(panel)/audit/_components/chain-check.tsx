"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api } from "@/components/api/client";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";

type Check = { intact: boolean; checked: number; broken_at: number | null };

export function ChainCheck() {
  const t = useTranslations("admin-system.audit");
  const errorText = useAdminError();
  const [check, setCheck] = useState<Check | null>(null);
  const [pending, setPending] = useState(false);

  async function run() {
    setPending(true);
    try {
      setCheck(await api<Check>("/admin/audit/check"));
    } catch (problem) {
      toast.error(errorText(problem));
    } finally {
      setPending(false);
    }
  }

  return (
    <span className="flex items-center gap-3" aria-live="polite">
      {check ? (
        <span className={`flex items-center gap-1.5 text-sm ${check.intact ? "text-ok" : "text-danger"}`}>
          {check.intact ? (
            <CircleCheck className="size-4" aria-hidden />
          ) : (
            <CircleX className="size-4" aria-hidden />
          )}
          {check.intact ? t("intact", { count: check.checked }) : t("broken", { id: check.broken_at ?? 0 })}
        </span>
      ) : null}
      <Button variant="secondary" size="sm" loading={pending} onClick={run}>
        {t("check")}
      </Button>
    </span>
  );
}
