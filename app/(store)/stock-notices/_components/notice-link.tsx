"use client";

import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, useSyncExternalStore } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { FieldError } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";

function watchHash(changed: () => void) {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

/** The token stands behind the #, where no server and no log sees it. */
export function NoticeLink({ act }: { act: "end" | "confirm" }) {
  const t = useTranslations("content.stockNotices");
  const [isDone, setDone] = useState(false);
  const token = useSyncExternalStore(
    watchHash,
    () => window.location.hash.slice(1),
    () => null,
  );
  const { submit, pending, formError } = useSubmit(async () => {
    await api(`/guest/stock-notices/${act}`, { body: { token: token ?? "" } });
    setDone(true);
  });
  if (isDone)
    return (
      <p
        role="status"
        className="mt-6 flex items-start gap-2 rounded-lg bg-ok-soft px-4 py-3 text-ok text-sm"
      >
        <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
        {t(act === "end" ? "ended" : "confirmed")}
      </p>
    );
  if (token === "") return <p className="mt-2 text-ink-muted">{t("noLink")}</p>;
  return (
    <>
      <p className="mt-2 text-ink-muted">{t(act === "end" ? "lead" : "confirmLead")}</p>
      <ScriptForm onSend={() => submit()} className="mt-6 flex flex-col items-start gap-3">
        <FieldError>{formError()}</FieldError>
        <SubmitButton loading={pending}>{t(act)}</SubmitButton>
      </ScriptForm>
    </>
  );
}
