import { useTranslations } from "next-intl";
import type { ApiError } from "@/components/api/api-error";

/** Id of an error that is not the buyer's: by it the shop finds the request in the log. */
export const brokenRequest = (...problems: (ApiError | null | undefined)[]): string | null =>
  problems.find((each) => each && each.httpStatus >= 500)?.requestId ?? null;

/** Stands below the sentence of an error. */
export function RequestId({ id }: { id: string }) {
  const t = useTranslations("common.error");
  return <span className="mt-0.5 block break-all text-xs">{t("requestIdOf", { id })}</span>;
}
