"use client";

import { useTranslations } from "next-intl";
import { useEffect, useSyncExternalStore } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { keepLastDraft } from "./draft";

function listen(onChange: () => void) {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** False when the browser knows that it has no network. */
const useOnline = (): boolean =>
  useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  );

type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

/**
 * A page that could not be drawn. Next hides the cause and gives a digest that stands in the log; what broke in the browser has
 * none. Every page carries this along, so it is made of as little as can be.
 */
export function ErrorPage({ error, reset }: ErrorPageProps) {
  const t = useTranslations("common");
  const isOnline = useOnline();
  useEffect(keepLastDraft, []);
  const kind = isOnline ? (error.digest ? "page" : "script") : "offline";
  return (
    <main id="content" tabIndex={-1} className="page">
      <div role="alert" className="mx-auto max-w-md py-16 text-center">
        <h1 className="text-2xl">{t(`error.${kind}Title`)}</h1>
        <p className="mt-2 text-ink-muted">{t(`error.${kind}Text`)}</p>
        {isOnline && error.digest ? (
          <code className="mt-3 block font-mono text-ink-faint text-sm">{error.digest}</code>
        ) : null}
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          <button
            type="button"
            // A script that is gone, because the shop was updated meanwhile, comes with a new page only.
            onClick={error.name === "ChunkLoadError" && isOnline ? () => window.location.reload() : reset}
            className={buttonClass()}
          >
            {t("retry")}
          </button>
          {/* A full load, not a soft one: what broke may sit in the page's own state. */}
          <a href="/" className={buttonClass("secondary")}>
            {t("error.home")}
          </a>
        </div>
      </div>
    </main>
  );
}
