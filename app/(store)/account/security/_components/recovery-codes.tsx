"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { downloadText } from "@/components/ui/download-text";

export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useTranslations("account.security");
  const text = codes.join("\n");
  return (
    <div className="flex flex-col gap-4">
      <ul className="grid grid-cols-2 gap-x-3 gap-y-1.5 rounded-md border border-brass-line bg-brass-soft p-3 font-mono text-[0.8125rem] max-[24rem]:grid-cols-1">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton value={text} label={t("copyAll")} />
        <Button variant="secondary" onClick={() => downloadText("recovery-codes.txt", text)}>
          <Download aria-hidden />
          {t("download")}
        </Button>
      </div>
      <Button onClick={onKept}>{t("codesKept")}</Button>
    </div>
  );
}
