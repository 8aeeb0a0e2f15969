"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChooseFile } from "@/components/admin/form/choose-file";
import { useWrite } from "@/components/admin/form/use-write";
import { buttonClass } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { maxBooksLength } from "@/lib/interconnect/main/statements/bounds";

/** Compares the agent's file with our books; the page then lists the differences. */
export function CompareBooks({ siteId, to }: { siteId: number; to: string }) {
  const t = useTranslations("admin-trade.account");
  const [refusedFile, setRefusedFile] = useState<string | null>(null);
  const { submit, pending, formError, clear } = useWrite({
    path: `/admin/interconnect/sites/${siteId}/comparisons`,
    success: t("compared"),
  });

  async function take(file: File | undefined) {
    if (!file) return;
    clear();
    const text = file.size > maxBooksLength ? null : await file.text();
    const isRefused = text === null || text.length > maxBooksLength;
    setRefusedFile(isRefused ? file.name : null);
    if (!isRefused) await submit({ to, csv: text });
  }

  return (
    <div className="flex flex-col gap-2" aria-live="polite">
      <ChooseFile
        accept=".csv,text/csv,text/plain"
        className={buttonClass(
          "secondary",
          "sm",
          "relative cursor-pointer self-start focus-within:outline-2",
        )}
        pending={pending}
        disabled={pending}
        onChoose={([file]) => void take(file)}
      >
        <FileUp aria-hidden />
        {pending ? t("comparing") : t("compareFile")}
      </ChooseFile>
      <FieldError>{refusedFile ? t("tooLarge", { name: refusedFile }) : formError()}</FieldError>
    </div>
  );
}
