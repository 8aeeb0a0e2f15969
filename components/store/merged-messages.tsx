"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import type { ReactNode } from "react";
import { mergeTexts, type Texts } from "./merge-texts";

/** Adds texts to what client components further out were given: sections of one area stand side by side. */
export function MergedMessages(props: { messages: Texts; children: ReactNode }) {
  const messages = mergeTexts(useMessages() as Texts, props.messages);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={messages as never}>
      {props.children}
    </NextIntlClientProvider>
  );
}
