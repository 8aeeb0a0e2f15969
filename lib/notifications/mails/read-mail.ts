import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import { toMailRow } from "../view";
import { openMail } from "./mail-seal";

/**
 * The text of a mail shows what a customer bought, so every reading is audited. A one-time code opens an account: only
 * who may manage staff reads those. @throws AppError `not_found`, `forbidden`
 */
export async function readMail(
  actor: AdminActor,
  mailId: number,
  { mayReadCodes }: { mayReadCodes: boolean },
  client: ClientInfo,
) {
  return inTransaction(async (tx) => {
    const row = await tx.mail.findUnique({
      where: { id: mailId },
      omit: { textSealed: false, htmlSealed: false },
    });
    if (!row) throw notFound("mail");
    if (row.kind === "code" && !mayReadCodes) throw new AppError("forbidden", "mails_with_codes");
    await recordAudit(tx, actor, client, {
      action: "mail.read",
      target: `mail:${mailId}`,
      data: { kind: row.kind, recipient: row.recipient },
    });
    return { ...toMailRow(row), ...openMail(row) };
  });
}
