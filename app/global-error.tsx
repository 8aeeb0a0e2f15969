"use client";

import { brokenTexts } from "@/messages/broken-texts";
import { baseLocale, isLocale, languageTag } from "@/messages/locales";
import "./globals.css";

const said = Object.entries(brokenTexts).flatMap(([locale, text]) =>
  isLocale(locale) ? [{ ...text, lang: languageTag[locale] }] : [],
);

/** Shown when the root layout failed; no language is known then, so the text is in each. */
export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <html lang={languageTag[baseLocale]}>
      <body>
        <main className="page grid min-h-dvh place-items-center py-16">
          <div role="alert" className="max-w-md text-center">
            <title>{said.map(({ title }) => title).join(" · ")}</title>
            {said.map(({ lang, title, text }) => (
              <section key={lang} lang={lang}>
                <h1 className="text-2xl">{title}</h1>
                <p className="mt-2 mb-4 text-ink-muted">{text}</p>
              </section>
            ))}
            {error.digest ? (
              <code className="mt-3 block font-mono text-ink-faint text-sm">{error.digest}</code>
            ) : null}
            <button
              type="button"
              onClick={reset}
              className="mt-6 inline-flex min-h-11 items-center rounded-md bg-pine px-5 font-medium text-on-pine"
            >
              {said.map(({ again }) => again).join(" · ")}
            </button>
          </div>
        </main>
      </body>
    </html>
  );
}
