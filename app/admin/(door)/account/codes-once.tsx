"use client";

import { useTranslations } from "next-intl";
import { RecoveryCodes } from "@/components/store/auth/second-factor";

/** Recovery codes of staff, once. */
export function CodesOnce({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useTranslations("admin.security");
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">{t("codesOnce")}</p>
      <RecoveryCodes
        codes={codes}
        texts={{ copy: t("copyCodes"), save: t("saveCodes"), kept: t("codesKept") }}
        onKept={onKept}
      />
    </div>
  );
}
