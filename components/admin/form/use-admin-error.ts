"use client";

import { useTranslations } from "next-intl";
import { ApiError } from "@/components/api/api-error";

/** Staff get the server's own sentence: it names the state or the limit, in the reader's language. */
export function useAdminError(): (problem: unknown) => string {
  const t = useTranslations("admin.error");
  return (problem) => {
    if (!(problem instanceof ApiError)) return t("generic");
    if (problem.httpStatus === 0) return t("offline");
    if (problem.code === 429 && problem.retryAfter) return t("retryAfter", { seconds: problem.retryAfter });
    if (problem.code === 401 || problem.code === 40101) return t("ended");
    if (problem.code === 500) return t("fault", { id: problem.requestId ?? "—" });
    return problem.sentence || t("generic");
  };
}
