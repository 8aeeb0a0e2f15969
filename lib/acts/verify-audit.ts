import { db } from "../db/client";
import {
  type AuditHead,
  type AuditRow,
  auditDigest,
  auditGenesis,
  readHead,
  unsignedDigest,
} from "./audit-chain";

export interface AuditCheck {
  intact: boolean;
  /** Rows that follow from the ones before them. */
  checked: number;
  broken_at: number | null;
  /** A row does not fit, the end is another than the signed one, or nothing is signed. */
  reason: "entry" | "end" | "unsigned" | null;
  signed_from: number | null;
}

type StoredRow = AuditRow & { id: number; prevHash: Uint8Array; hash: Uint8Array };

const chunk = 1000;

async function* storedRows(): AsyncGenerator<StoredRow> {
  for (let lastId = 0; ; ) {
    const rows = await db().auditLog.findMany({
      where: { id: { gt: lastId } },
      orderBy: { id: "asc" },
      take: chunk,
    });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < chunk) return;
    lastId = last.id;
  }
}

const follows = (row: StoredRow, previous: Uint8Array, isSigned: boolean): boolean =>
  Buffer.from(row.prevHash).equals(previous) &&
  Buffer.from(row.hash).equals((isSigned ? auditDigest : unsignedDigest)(previous, row));

/** The head is read first: what is appended meanwhile lies behind it. */
const isEnd = (head: AuditHead, row: StoredRow, count: number): boolean =>
  row.id === head.lastId && count === head.count && Buffer.from(row.hash).equals(Buffer.from(head.lastHash));

/** A25: walks the whole chain; `broken_at` is the first row that does not follow from the one before, or the last one of a log that was cut. */
export async function verifyAudit(): Promise<AuditCheck> {
  const head = readHead(await db().auditHead.findUnique({ where: { id: 1 } }));
  const signedFrom = head === null || head === "changed" ? null : head.signedFrom;
  let previous: Uint8Array = auditGenesis;
  let checked = 0;
  let hasEnd = false;
  const answer = (reason: AuditCheck["reason"], brokenAt: number | null = null): AuditCheck => ({
    intact: reason === null,
    checked,
    broken_at: brokenAt,
    reason,
    signed_from: signedFrom,
  });
  for await (const row of storedRows()) {
    // Under a head that was changed a row counts as what it is: the first signed one cannot be told.
    const isSigned =
      signedFrom === null ? head === "changed" && !follows(row, previous, false) : row.id >= signedFrom;
    if (!follows(row, previous, isSigned)) return answer("entry", row.id);
    previous = row.hash;
    checked += 1;
    if (head !== null && head !== "changed" && isEnd(head, row, checked)) hasEnd = true;
  }
  if (head === "changed") return answer("end");
  if (head === null) return answer(checked === 0 ? null : "unsigned");
  return hasEnd ? answer(null) : answer("end", head.lastId);
}
