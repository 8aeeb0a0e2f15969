"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useStaffProof } from "@/components/admin/form/staff-proof";
import { api } from "@/components/api/client";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { FieldError } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";

export type Question = { hasSecondFactor: boolean; answer: (isProved: boolean) => void };

/** Asks for the password. */
export function ProofBox({ open, ...question }: Question & { open: boolean }) {
  const t = useTranslations("admin.proof");
  return (
    <Dialog open={open} onOpenChange={(isOpen) => isOpen || question.answer(false)}>
      <DialogContent size="sm" title={t("title")} description={t("text")}>
        <ProofForm {...question} />
      </DialogContent>
    </Dialog>
  );
}

function ProofForm({ hasSecondFactor, answer }: Question) {
  const t = useTranslations("admin.proof");
  const common = useTranslations("common");
  const proof = useStaffProof(hasSecondFactor);
  const [problem, setProblem] = useState<unknown>(null);
  const [pending, setPending] = useState(false);

  async function send() {
    setPending(true);
    setProblem(null);
    try {
      await api("/admin/session/proof", { body: proof.body });
      answer(true);
    } catch (cause) {
      setProblem(cause);
      setPending(false);
    }
  }

  return (
    <ScriptForm onSend={send} className="flex flex-col gap-4">
      {proof.fields}
      {problem ? <FieldError>{proof.errorText(problem)}</FieldError> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={() => answer(false)}>
          {common("cancel")}
        </Button>
        <SubmitButton loading={pending} disabled={!proof.isReady}>
          {t("go")}
        </SubmitButton>
      </div>
    </ScriptForm>
  );
}
