"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { downloadText } from "@/components/ui/download-text";

/** Recovery codes right after they were made: the server keeps only their hashes. */
export function CodesOnce({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useTranslations("admin.security");
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">{t("codesOnce")}</p>
      <ul className="grid gap-x-6 gap-y-1 rounded-md border border-brass-line bg-brass-soft p-3 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton value={text} label={t("copyCodes")} size="sm" />
        <Button variant="secondary" size="sm" onClick={() => downloadText("recovery-codes.txt", text)}>
          {t("saveCodes")}
        </Button>
        <Button size="sm" onClick={onKept}>
          {t("codesKept")}
        </Button>
      </div>
    </div>
  );
}
