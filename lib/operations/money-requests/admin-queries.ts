import { now } from "../../core/clock";
import { pageSlice } from "../../core/paging";
import { toMoney, toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import type { Prisma } from "../../db/generated/client";
import type { MoneyRequestQuery, MoneyRequestView } from "./money-request-schema";

function whereOf(status: MoneyRequestQuery["status"]): Prisma.MoneyRequestWhereInput {
  if (status === undefined) return {};
  if (status === "pending") return { status, expiresAt: { gt: now() } };
  if (status === "expired") return { OR: [{ status }, { status: "pending", expiresAt: { lte: now() } }] };
  return { status };
}

const person = { select: { id: true, name: true } } as const;
const include = { requestedBy: person, decidedBy: person } as const;
type Row = Prisma.MoneyRequestGetPayload<{ include: typeof include }>;

/** The one text that its body carries for a reader. */
function remarkOf(body: Prisma.JsonValue): string | null {
  const { remark, reason, note, name } = body as Record<string, string | undefined>;
  return remark ?? reason ?? note ?? name ?? null;
}

const memberOf = (body: Prisma.JsonValue, name: "reference" | "proof_id"): string | null =>
  (body as Record<string, string | undefined>)[name] ?? null;

const toView = (row: Row): MoneyRequestView => ({
  id: row.id,
  kind: row.kind,
  amount: toMoney(row.amountCents),
  currency: row.currency,
  reference: row.reference,
  remark: remarkOf(row.body),
  payment_reference: memberOf(row.body, "reference"),
  proof_id: memberOf(row.body, "proof_id"),
  status: row.status === "pending" && row.expiresAt <= now() ? "expired" : row.status,
  requested_by: row.requestedBy,
  decided_by: row.decidedBy,
  decision_note: row.decisionNote,
  created_at: toTime(row.createdAt),
  expires_at: toTime(row.expiresAt),
  decided_at: toTimeOrNull(row.decidedAt),
});

/** What waits for a second person and what became of it, newest first. */
export async function listMoneyRequests(query: MoneyRequestQuery) {
  const where = whereOf(query.status);
  const [rows, total] = await Promise.all([
    db().moneyRequest.findMany({ where, include, orderBy: { id: "desc" }, ...pageSlice(query) }),
    db().moneyRequest.count({ where }),
  ]);
  return { requests: rows.map(toView), total, page: query.page, per_page: query.per_page };
}
