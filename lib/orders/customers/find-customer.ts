import { notFound } from "../../core/errors";
import { readEmail } from "../../core/formats/email-address";
import { orderNoPattern } from "../../core/ids";
import { db } from "../../db/client";
import type { FoundCustomer } from "./schema";

const ofUser = { id: true, email: true } as const;

async function findByOrder(orderNo: string): Promise<FoundCustomer | null> {
  const order = await db().order.findUnique({
    where: { orderNo },
    select: { email: true, buyerKind: true, user: { select: ofUser } },
  });
  if (order?.user) return { user_id: order.user.id, email: order.user.email };
  return order?.buyerKind === "guest" && order.email !== null ? { user_id: null, email: order.email } : null;
}

async function findByAddress(text: string): Promise<FoundCustomer | null> {
  const read = readEmail(text);
  if ("problem" in read) return null;
  const { email } = read;
  const user = await db().user.findUnique({ where: { email }, select: ofUser });
  if (user) return { user_id: user.id, email };
  const [order, card] = await Promise.all([
    db().order.findFirst({ where: { email, buyerKind: "guest" }, select: { id: true } }),
    db().guest.findUnique({ where: { email }, select: { email: true } }),
  ]);
  return order || card ? { user_id: null, email } : null;
}

/** Finds a customer by the whole address, the number of an order or the number of an account; null when there is none. */
export async function findCustomer(search: string): Promise<FoundCustomer | null> {
  const text = search.trim();
  if (text.includes("@")) return findByAddress(text);
  if (orderNoPattern.test(text.toUpperCase())) return findByOrder(text.toUpperCase());
  if (!/^\d{1,9}$/.test(text)) return null;
  const user = await db().user.findUnique({ where: { id: Number(text) }, select: ofUser });
  return user && { user_id: user.id, email: user.email };
}

/** @throws AppError `not_found` */
export async function getCustomer(search: string): Promise<FoundCustomer> {
  const found = await findCustomer(search);
  if (!found) throw notFound("user");
  return found;
}
