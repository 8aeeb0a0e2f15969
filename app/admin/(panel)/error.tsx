"use client";

import { useTranslations } from "next-intl";
import { ErrorState } from "@/components/ui/error-state";

/** The digest stands beside the cause in the server's log. */
export default function PanelError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const t = useTranslations("admin.error");
  return (
    <ErrorState title={t("title")} message={t("text")} requestId={error.digest ?? null} onRetry={reset} />
  );
}
