"use client";

import { useLocale, useTranslations } from "next-intl";
import { ApiError } from "@/components/api/api-error";

/** Codes whose own sentence is always the same, so that ours, in the reader's language, says as much. */
const fixedCodes = new Set([401, 413, 415, 429, 500, 40101, 40102, 40103]);

/**
 * Staff get the server's own sentence: it names the state or the limit. In Chinese a general one stands before it,
 * because the API speaks English.
 */
export function useAdminError(): (problem: unknown) => string {
  const t = useTranslations("admin.error");
  const isChinese = useLocale() === "zh";
  return (problem) => {
    if (!(problem instanceof ApiError)) return t("generic");
    if (problem.httpStatus === 0) return t("offline");
    if (problem.code === 429 && problem.retryAfter) return t("retryAfter", { seconds: problem.retryAfter });
    if (problem.code === 401 || problem.code === 40101) return t("ended");
    if (problem.code === 500) return t("fault", { id: problem.requestId ?? "—" });
    if (fixedCodes.has(problem.code) || !isChinese) return problem.sentence || t("generic");
    return t("refused", { sentence: problem.sentence });
  };
}
