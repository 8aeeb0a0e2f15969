"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { LoginFields, useStaffLogin } from "@/components/admin/account/login-fields";
import { api } from "@/components/api/client";

export function LoginForm({ next, isFromElsewhere }: { next: string; isFromElsewhere: boolean }) {
  const t = useTranslations("admin.door");
  // A full load: nothing that was rendered for somebody without a session may stay.
  const login = useStaffLogin(() => window.location.assign(next));
  const asksPassword = login.step === "password";

  useEffect(() => {
    // The cookie of staff does not travel on a link of another site, as in a webmail: whoever is logged in need not do it again.
    if (!isFromElsewhere) return;
    api("/admin/session").then(
      () => window.location.replace(next),
      () => undefined,
    );
  }, [next, isFromElsewhere]);

  return (
    <div className="w-full max-w-sm rounded-xl border border-line bg-surface p-6 shadow-card sm:p-7">
      <h1 className="text-xl">{asksPassword ? t("title") : t("codeTitle")}</h1>
      <p className="mt-1 mb-5 text-ink-muted text-sm">
        {asksPassword
          ? t("text")
          : t(login.step === "code" ? "codeText" : "recoveryText", { email: login.email })}
      </p>
      <LoginFields login={login} />
    </div>
  );
}
