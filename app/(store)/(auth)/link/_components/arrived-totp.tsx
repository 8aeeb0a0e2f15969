"use client";

import { enter } from "@/components/store/auth/enter";
import { TotpForm } from "../../login/_components/totp-form";

/** The second factor, asked of somebody who came by a log-in provider. */
export const ArrivedTotp = ({ challenge, next }: { challenge: string; next: string }) => (
  <TotpForm challenge={challenge} next={next} onRestart={() => void enter("/login")} />
);
