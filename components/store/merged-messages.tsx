"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import type { ReactNode } from "react";

type Texts = Record<string, Record<string, unknown>>;

/** Adds texts to what client components further out were given: sections of one area stand side by side. */
export function MergedMessages(props: { messages: Texts; children: ReactNode }) {
  const messages = { ...(useMessages() as Texts) };
  for (const [area, texts] of Object.entries(props.messages))
    messages[area] = { ...messages[area], ...texts };
  return (
    <NextIntlClientProvider locale={useLocale()} messages={messages as never}>
      {props.children}
    </NextIntlClientProvider>
  );
}
