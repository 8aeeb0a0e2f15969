"use client";

import { useEffect, useState } from "react";
import { api } from "@/components/api/client";
import { whenProofIsNeeded } from "@/components/api/proof";
import { laterOpened } from "@/components/ui/later";
import type { Question } from "./proof-box";

const ProofBox = laterOpened(() => import("./proof-box").then((module) => module.ProofBox));

/** Over whatever form is open: the act that asked goes on by itself afterwards. */
export function ProofDialog() {
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

  return question ? <ProofBox open {...question} /> : null;
}
