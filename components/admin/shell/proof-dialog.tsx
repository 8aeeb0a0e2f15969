"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useStaffProof } from "@/components/admin/form/staff-proof";
import { api } from "@/components/api/client";
import { whenProofIsNeeded } from "@/components/api/proof";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { FieldError } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";

type Question = { hasSecondFactor: boolean; answer: (isProved: boolean) => void };

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

/** Over whatever form is open: the act that asked goes on by itself afterwards. */
export function ProofDialog() {
  const t = useTranslations("admin.proof");
  const [question, setQuestion] = useState<Question | null>(null);

  useEffect(
    () =>
      whenProofIsNeeded(async () => {
        const { totp_enabled } = await api<{ totp_enabled: boolean }>("/admin/session");
        return new Promise<boolean>((resolve) => {
          setQuestion({
            hasSecondFactor: totp_enabled,
            answer: (isProved) => {
              setQuestion(null);
              resolve(isProved);
            },
          });
        });
      }),
    [],
  );

  if (!question) return null;
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || question.answer(false)}>
      <DialogContent size="sm" title={t("title")} description={t("text")}>
        <ProofForm {...question} />
      </DialogContent>
    </Dialog>
  );
}
