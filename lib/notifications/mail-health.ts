import { toTimeOrNull } from "../core/wire";
import { db } from "../db/client";
import { hasMailServer } from "./mail-server";

/** Whether mails leave the shop: since when the server refuses them, in its own words, and how many were given up. */
export async function getMailHealth() {
  const last = await db().mail.findFirst({
    where: { status: "sent" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { sentAt: true },
  });
  const refused = {
    status: { in: ["queued" as const, "failed" as const] },
    lastError: { not: null },
    ...(last?.sentAt ? { createdAt: { gt: last.sentAt } } : {}),
  };
  const [first, failed, waiting] = await Promise.all([
    db().mail.findFirst({
      where: refused,
      orderBy: { createdAt: "asc" },
      select: { createdAt: true, lastError: true },
    }),
    db().mail.count({ where: { status: "failed", kind: { not: "code" } } }),
    db().mail.count({ where: { status: "queued" } }),
  ]);
  return {
    has_server: await hasMailServer(),
    refusing_since: toTimeOrNull(first?.createdAt),
    last_error: first?.lastError ?? null,
    failed,
    waiting,
  };
}
