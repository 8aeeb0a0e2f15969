"use client";

import "./globals.css";

/** Shown when the root layout failed; no language is known then, so the text is in both. */
export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <html lang="en">
      <body>
        <main className="page grid min-h-dvh place-items-center py-16">
          <div role="alert" className="max-w-md text-center">
            <title>Something broke</title>
            <h1 className="text-2xl">Something broke on our side</h1>
            <p className="mt-2 text-ink-muted">Nothing you paid for is lost. Please try again in a moment.</p>
            <p lang="zh-Hans" className="mt-2 text-ink-muted">
              系统出错了，您已付款的内容不会丢失，请稍后重试。
            </p>
            {error.digest ? (
              <code className="mt-3 block font-mono text-ink-faint text-sm">{error.digest}</code>
            ) : null}
            <button
              type="button"
              onClick={reset}
              className="mt-6 inline-flex min-h-11 items-center rounded-md bg-pine px-5 font-medium text-on-pine"
            >
              Try again · 重试
            </button>
          </div>
        </main>
      </body>
    </html>
  );
}
