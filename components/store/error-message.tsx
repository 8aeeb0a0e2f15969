"use client";

import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";

/**
 * A page that could not be drawn. Next hides the cause and gives a digest that stands in the log.
 * Every page carries this along, so it is made of as little as can be.
 */
export function ErrorMessage({ digest, retry }: { digest?: string; retry: () => void }) {
  const t = useTranslations("common");
  return (
    <div role="alert" className="mx-auto max-w-md py-16 text-center">
      <h1 className="text-2xl">{t("error.pageTitle")}</h1>
      <p className="mt-2 text-ink-muted">{t("error.pageText")}</p>
      {digest ? <code className="mt-3 block font-mono text-ink-faint text-sm">{digest}</code> : null}
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <button type="button" onClick={retry} className={buttonClass()}>
          {t("retry")}
        </button>
        {/* A full load, not a soft one: what broke may sit in the page's own state. */}
        <a href="/" className={buttonClass("secondary")}>
          {t("error.home")}
        </a>
      </div>
    </div>
  );
}
