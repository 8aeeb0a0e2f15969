"use client";

import { ErrorMessage } from "@/components/store/error-message";

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function ErrorPage({ error, reset }: Props) {
  return (
    <main id="content" tabIndex={-1} className="page">
      <ErrorMessage error={error} retry={reset} />
    </main>
  );
}
