"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useAdminError } from "@/components/admin/form/use-admin-error";

/** Asks for the effect of an act on the rows with the chosen value; the answer to an earlier choice is not shown. */
export function useBulkPreview(
  name: "admin-sell.keys.movePreview" | undefined,
  ask: (value: string) => Promise<Record<string, number>>,
) {
  const t = useTranslations();
  const errorText = useAdminError();
  const latest = useRef("");
  const [text, setText] = useState("");

  async function show(value: string) {
    latest.current = value;
    setText("");
    if (!name || value === "") return;
    const said = await ask(value).then(
      (answer) => t(name, answer),
      (cause: unknown) => errorText(cause),
    );
    if (latest.current === value) setText(said);
  }

  return { text, show };
}
