"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useSubmit } from "@/components/api/use-submit";
import { enter } from "@/components/store/auth/enter";
import { loadPasskeys } from "@/components/store/auth/load-passkeys";
import { FieldError } from "@/components/ui/field";
import { ScriptButton } from "@/components/ui/script-form";

/** The server's question is good for five minutes. */
const staleAfterMs = 4 * 60_000;

/** The browser offers passkeys in the field of the address while nothing else is asked; a stale question is asked anew. */
function usePasskeysInField(isOffered: boolean, next: string): void {
  useEffect(() => {
    if (!isOffered) return;
    const end = new AbortController();
    let asked = 0;
    const offer = async () => {
      asked = Date.now();
      const { logInFromField } = await loadPasskeys();
      if (await logInFromField(end.signal)) await enter(next);
    };
    const renew = () => {
      if (!document.hidden && Date.now() - asked > staleAfterMs) void offer();
    };
    const timer = setInterval(renew, 30_000);
    document.addEventListener("visibilitychange", renew);
    void offer();
    return () => {
      end.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renew);
    };
  }, [isOffered, next]);
}

/** A button, and the browser's own offer in the field of the address. */
export function PasskeyLogin({ next }: { next: string }) {
  const t = useTranslations("auth.login");
  const { submit, pending, problem, formError } = useSubmit(
    async () => {
      const { logInPasskey } = await loadPasskeys();
      await logInPasskey(t("passkeyNone"));
      await enter(next);
    },
    { "401": t("passkeyRefused") },
  );
  usePasskeysInField(!pending, next);
  return (
    <>
      <FieldError>{problem?.rule === "passkey_copied" ? t("passkeyCopied") : formError()}</FieldError>
      <ScriptButton variant="secondary" size="lg" loading={pending} onClick={() => submit()}>
        <KeyRound aria-hidden />
        {t("passkey")}
      </ScriptButton>
    </>
  );
}
