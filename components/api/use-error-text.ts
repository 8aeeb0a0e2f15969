"use client";

import { useTranslations } from "next-intl";
import { ApiError } from "./api-error";
import { readSentence } from "./field-sentences";

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
  "40003",
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
  return (codes as readonly string[]).includes(code);
}

/**
 * One sentence for a person, in the reader's language where the code says enough.
 * Of a sentence about a field the limits are the server's, which alone knows them. `texts`: what a code means in this place.
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
    const known = readSentence(problem.field, problem.sentence);
    if (!known) return problem.sentence || t("generic");
    const { label } = known;
    const text = t(`field.${known.key}`, known.values);
    return label === undefined ? text : t("formField", { label, text });
  };
}
