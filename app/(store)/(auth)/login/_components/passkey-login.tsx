"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useSubmit } from "@/components/api/use-submit";
import { enter } from "@/components/store/auth/enter";
import { loadPasskeys } from "@/components/store/auth/load-passkeys";
import { useHasPasskeys } from "@/components/store/auth/use-has-passkeys";
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

/** Stands under the form where the browser has passkeys: a button, and the browser's own offer in the field of the address. */
export function PasskeyLogin({ isLikely, next }: { isLikely: boolean; next: string }) {
  const t = useTranslations("auth.login");
  const has = useHasPasskeys(isLikely);
  const { submit, pending, problem, formError } = useSubmit(
    async () => {
      const { logInPasskey } = await loadPasskeys();
      await logInPasskey(t("passkeyNone"));
      await enter(next);
    },
    { "401": t("passkeyRefused") },
  );
  usePasskeysInField(has && !pending, next);
  if (!has) return null;
  return (
    <div className="mt-5 flex flex-col gap-4">
      <p className="flex items-center gap-3 text-ink-faint text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("or")}
      </p>
      <FieldError>{problem?.rule === "passkey_copied" ? t("passkeyCopied") : formError()}</FieldError>
      <ScriptButton variant="secondary" size="lg" loading={pending} onClick={() => submit()}>
        <KeyRound aria-hidden />
        {t("passkey")}
      </ScriptButton>
    </div>
  );
}
