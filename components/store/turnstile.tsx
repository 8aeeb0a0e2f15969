"use client";

import Script from "next/script";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { FieldError } from "@/components/ui/field";

type TurnstileApi = {
  render: (
    element: HTMLElement,
    options: {
      sitekey: string;
      callback: (token: string) => void;
      "expired-callback": () => void;
      "error-callback": () => void;
    },
  ) => string;
  remove: (widget: string) => void;
};

declare global {
  interface Window {
    turnstile?: TurnstileApi;
  }
}

type TurnstileProps = { siteKey: string; error?: string; onToken: (token: string | null) => void };

export function Turnstile({ siteKey, error, onToken }: TurnstileProps) {
  const t = useTranslations("common.captcha");
  const box = useRef<HTMLDivElement>(null);
  const report = useRef(onToken);
  const [ready, setReady] = useState(false);

  useEffect(() => {
    report.current = onToken;
  });

  useEffect(() => {
    const turnstile = window.turnstile;
    if (!ready || !turnstile || !box.current) return;
    const widget = turnstile.render(box.current, {
      sitekey: siteKey,
      callback: (token) => report.current(token),
      "expired-callback": () => report.current(null),
      "error-callback": () => report.current(null),
    });
    return () => turnstile.remove(widget);
  }, [ready, siteKey]);

  return (
    <div>
      <Script
        src="https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit"
        strategy="afterInteractive"
        onReady={() => setReady(true)}
      />
      <fieldset aria-label={t("turnstile")}>
        <div ref={box} className="min-h-16" />
      </fieldset>
      <FieldError>{error}</FieldError>
    </div>
  );
}
