"use client";

import { useTranslations } from "next-intl";
import { ApiError } from "./api-error";

const codes = [
  "401",
  "403",
  "404",
  "409",
  "413",
  "429",
  "500",
  "40001",
  "40002",
  "40101",
  "40102",
  "40103",
  "40301",
  "40302",
  "40303",
  "4099",
  "40901",
  "40902",
  "40903",
  "40904",
  "40905",
  "40906",
] as const;
type Code = (typeof codes)[number];
export type ErrorTexts = Partial<Record<Code, string>>;

function isCode(code: string): code is Code {
  return codes.some((known) => known === code);
}

/**
 * One sentence for a person: what a code means in this place (`texts`) or in the shop, else the server's own, which is in the
 * reader's language and alone knows limits and states.
 */
export function useErrorText(texts: ErrorTexts = {}): (problem: unknown) => string {
  const t = useTranslations("common.error");
  return (problem) => {
    if (!(problem instanceof ApiError)) return t("generic");
    if (problem.httpStatus === 0) return t("offline");
    const code = String(problem.code);
    if (code === "429" && problem.retryAfter && !texts[code])
      return t("retryAfter", { seconds: problem.retryAfter });
    if (isCode(code)) return texts[code] ?? t(`code.${code}`);
    if (problem.rule === "required" && problem.field) return t("required");
    if (problem.isOfField) return t("ofField", { sentence: problem.sentence });
    return problem.sentence || t("generic");
  };
}
