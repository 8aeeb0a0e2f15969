"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "./button";
import { CopyButton } from "./copy-button";
import { cx } from "./cx";

type ErrorStateProps = {
  title?: string;
  message?: string;
  requestId?: string | null;
  onRetry?: () => void;
  className?: string;
};

/** Something could not be loaded: what, the id that finds it in the log, and another try. */
export function ErrorState({ title, message, requestId, onRetry, className }: ErrorStateProps) {
  const t = useTranslations("common");
  return (
    <div
      role="alert"
      className={cx(
        "flex flex-col items-center rounded-lg border border-line bg-surface px-6 py-10 text-center",
        className,
      )}
    >
      <CircleAlert className="mb-3 size-8 text-danger" strokeWidth={1.5} aria-hidden />
      <p className="font-medium">{title ?? t("error.load")}</p>
      {message ? <p className="mt-1 max-w-md text-ink-muted text-sm">{message}</p> : null}
      {requestId ? (
        <p className="mt-3 flex flex-wrap items-center justify-center gap-1.5 text-ink-faint text-xs">
          <span>{t("error.requestId")}</span>
          <code className="break-all font-mono">{requestId}</code>
          <CopyButton value={requestId} size="icon-sm" variant="ghost" />
        </p>
      ) : null}
      {onRetry ? (
        <Button className="mt-5" variant="secondary" onClick={onRetry}>
          {t("retry")}
        </Button>
      ) : null}
    </div>
  );
}
