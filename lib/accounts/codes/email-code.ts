import { randomInt } from "node:crypto";
import { now, secondsFromNow } from "../../core/clock";
import { constantTimeEqual, keyedHash, open, seal } from "../../core/crypto";
import { AppError } from "../../core/errors";
import { isOneOf } from "../../core/shapes/records";
import { db } from "../../db/client";
import type { Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { type CodePurpose, codePurposes } from "../schema";
import { countCodeAttempt } from "../sql/accounts";

export const isCodePurpose = (text: string): text is CodePurpose => isOneOf(codePurposes, text);

export const codeSeconds = 10 * 60;
const maxAttempts = 5;

interface CodeSlot {
  purpose: CodePurpose;
  email: string;
}

const hashOf = ({ purpose, email }: CodeSlot, code: string) =>
  keyedHash("email-code", `${purpose}:${email}:${code}`);
const aad = (emailCodeId: number) => `jobs:account.code:${emailCodeId}:v1`;

/** Replaces a code sent before. The code itself travels sealed, in the job that mails it. */
export async function issueEmailCode(tx: Tx, slot: CodeSlot, locale: string): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const fresh = {
    codeHash: hashOf(slot, code),
    attempts: 0,
    usedAt: null,
    expiresAt: secondsFromNow(codeSeconds),
    createdAt: now(),
  };
  const { id } = await tx.emailCode.upsert({
    where: { email_purpose: slot },
    create: { ...slot, ...fresh },
    update: fresh,
    select: { id: true },
  });
  const sealedCode = Buffer.from(seal(code, aad(id))).toString("base64");
  await enqueue(tx, "account.code", { emailCodeId: id, sealedCode, locale });
}

export const openEmailCode = (emailCodeId: number, sealedCode: string): string =>
  open(Buffer.from(sealedCode, "base64"), aad(emailCodeId));

/** Whether this is still the code of its row: a newer one may have replaced it. */
export const isCurrentCode = (
  row: { purpose: string; email: string; codeHash: Uint8Array },
  code: string,
): boolean => constantTimeEqual(row.codeHash, keyedHash("email-code", `${row.purpose}:${row.email}:${code}`));

const invalid = () => new AppError("email_code_invalid", "wrong_email_code", { field: "code" });

/**
 * Counts the try in a statement of its own, so that a refused operation has spent it too.
 * @returns the code's id for `useEmailCode` @throws AppError `email_code_invalid`: one answer for every cause
 */
export async function tryEmailCode(slot: CodeSlot, code: string): Promise<number> {
  const row = await countCodeAttempt(db(), slot, maxAttempts);
  if (!row || !constantTimeEqual(row.codeHash, hashOf(slot, code))) throw invalid();
  return row.id;
}

/** Once, in the transaction of what the code allows. @throws AppError `email_code_invalid` */
export async function useEmailCode(tx: Tx, id: number, slot: CodeSlot, code: string): Promise<void> {
  const { count } = await tx.emailCode.updateMany({
    where: { id, usedAt: null, codeHash: hashOf(slot, code) },
    data: { usedAt: now() },
  });
  if (count === 0) throw invalid();
}
