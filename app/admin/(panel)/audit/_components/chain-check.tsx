"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api } from "@/components/api/client";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { auditCheck } from "@/lib/accounts/staff/schema";

type Check = z.infer<typeof auditCheck>;

export function ChainCheck() {
  const t = useTranslations("admin-system.audit.chain");
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

  function sentence({ reason, checked, broken_at }: Check): string {
    if (reason === null) return t("intact", { count: checked });
    if (reason === "unsigned") return t("unsigned");
    if (reason === "end") return broken_at === null ? t("end_changed") : t("cut", { id: broken_at });
    return t("broken", { id: broken_at ?? 0 });
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
          {sentence(check)}
        </span>
      ) : null}
      <Button variant="secondary" size="sm" loading={pending} onClick={run}>
        {t("check")}
      </Button>
    </span>
  );
}
