"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useSWRConfig } from "swr";
import { LoginFields, useStaffLogin } from "@/components/admin/account/login-fields";
import { loggedOutEvent } from "@/components/api/client";
import { Dialog, DialogContent } from "@/components/ui/dialog";

function LoginDialog({ email, onDone }: { email: string; onDone: () => void }) {
  const t = useTranslations("admin.door");
  const login = useStaffLogin(onDone, email);
  const name = login.step === "password" ? "againText" : login.step === "code" ? "codeText" : "recoveryText";
  return (
    <Dialog open>
      <DialogContent
        size="sm"
        isLocked
        title={t("againTitle")}
        description={t(name, { email })}
        onEscapeKeyDown={(event) => event.preventDefault()}
        onInteractOutside={(event) => event.preventDefault()}
      >
        <LoginFields login={login} isEmailFixed />
      </DialogContent>
    </Dialog>
  );
}

/** Over the page, which keeps what was typed into it, as soon as the API says that the session has ended. */
export function LoginAgain({ email }: { email: string }) {
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const [isOut, setOut] = useState(false);

  useEffect(() => {
    const show = () => setOut(true);
    window.addEventListener(loggedOutEvent, show);
    return () => window.removeEventListener(loggedOutEvent, show);
  }, []);

  if (!isOut) return null;
  return (
    <>
      <div aria-hidden className="fixed inset-0 z-40 bg-paper/60 backdrop-blur-lg" />
      <LoginDialog
        email={email}
        onDone={() => {
          setOut(false);
          void mutate((key) => Array.isArray(key));
          router.refresh();
        }}
      />
    </>
  );
}
