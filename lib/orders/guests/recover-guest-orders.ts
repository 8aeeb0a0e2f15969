import type { Tx } from "../../db/transaction";
import { issueGuestToken } from "./guest-token";

export interface RecoveryLink {
  orderNo: string;
  token: string;
  createdAt: Date;
  title: string;
}

const most = 10;

/** Fresh guest tokens for an address's latest orders; they may go by mail only (C26). */
export async function issueRecoveryLinks(
  tx: Tx,
  { email, orderNo }: { email: string; orderNo: string | null },
): Promise<RecoveryLink[]> {
  const orders = await tx.order.findMany({
    where: { buyerKind: "guest", email, ...(orderNo ? { orderNo } : {}) },
    orderBy: { createdAt: "desc" },
    take: most,
    include: { items: { select: { title: true }, orderBy: { position: "asc" }, take: 1 } },
  });
  const links: RecoveryLink[] = [];
  for (const order of orders) {
    const token = await issueGuestToken(tx, order.id);
    links.push({
      orderNo: order.orderNo,
      token,
      createdAt: order.createdAt,
      title: order.items[0]?.title ?? "",
    });
  }
  return links;
}
