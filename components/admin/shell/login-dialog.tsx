"use client";

import { useTranslations } from "next-intl";
import { LoginFields, useStaffLogin } from "@/components/admin/account/login-fields";
import { Dialog, DialogContent } from "@/components/ui/dialog";

type LoginDialogProps = { open: boolean; email: string; onDone: () => void };

/** The log-in of the same person, which cannot be closed. */
export function LoginDialog({ open, email, onDone }: LoginDialogProps) {
  const t = useTranslations("admin.door");
  const login = useStaffLogin(onDone, email);
  const name = login.step === "password" ? "againText" : login.step === "code" ? "codeText" : "recoveryText";
  return (
    <Dialog open={open}>
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
