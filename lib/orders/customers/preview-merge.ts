import { AppError } from "../../core/errors";
import { sumCents } from "../../core/money";
import { toMoney } from "../../core/wire";
import { db } from "../../db/client";
import { getSettings } from "../../settings/queries";
import { getCart } from "../cart/read-cart";
import { countGuestOrders } from "../sql/customers";
import { findReceiver, requireOpen, requireReceiver } from "./merge-rules";
import type { MergePreview, MergePreviewQuery, MergeSide, MovedByMerge } from "./schema";

async function readAccount(userId: number) {
  const [user, orders] = await Promise.all([
    db().user.findUnique({ where: { id: userId } }),
    db().order.count({ where: { userId } }),
  ]);
  return { user, orders };
}

type Account = NonNullable<Awaited<ReturnType<typeof readAccount>>["user"]>;

const sideOf = ({ id, email, nickname, createdAt, lastLoginAt }: Account, orders: number): MergeSide => ({
  user_id: id,
  email,
  nickname,
  orders,
  since: createdAt.toISOString(),
  last_login_at: lastLoginAt?.toISOString() ?? null,
});

async function previewAccount(userId: number): Promise<{ from: MergeSide; moved: MovedByMerge }> {
  const [{ user, orders }, accounts, recharges, cart] = await Promise.all([
    readAccount(userId),
    db().ledgerAccount.findMany({ where: { userId }, select: { balanceCents: true } }),
    db().recharge.count({ where: { userId } }),
    getCart({ userId }),
  ]);
  const from = requireOpen(user);
  return {
    from: sideOf(from, orders),
    moved: {
      orders,
      waiting: 0,
      balance: toMoney(sumCents(accounts.map(({ balanceCents }) => balanceCents ?? 0n))),
      recharges,
      cart_lines: cart.lines.length,
      has_note: from.note !== "",
      tags: from.tags,
    },
  };
}

async function previewGuest(email: string): Promise<{ from: MergeSide; moved: MovedByMerge }> {
  const where = { email, buyerKind: "guest" } as const;
  const [all, moved, first, card] = await Promise.all([
    db().order.count({ where }),
    countGuestOrders(db(), { email }),
    db().order.findFirst({ where, orderBy: { id: "asc" }, select: { createdAt: true } }),
    db().guest.findUnique({ where: { email } }),
  ]);
  return {
    from: {
      user_id: null,
      email,
      nickname: "",
      orders: all,
      since: first?.createdAt.toISOString() ?? null,
      last_login_at: null,
    },
    moved: {
      orders: moved,
      waiting: all - moved,
      balance: toMoney(0n),
      recharges: 0,
      cart_lines: 0,
      has_note: (card?.note ?? "") !== "",
      tags: card?.tags ?? [],
    },
  };
}

/**
 * C200: says whose account a merge takes, whose it gives to and what goes over, and does nothing.
 * @throws AppError as the merge does
 */
export async function previewMerge(query: MergePreviewQuery): Promise<MergePreview> {
  const intoId = await findReceiver(query);
  const { user_id: userId, email } = query;
  if (userId === undefined && email === undefined)
    throw new AppError("malformed", "required", { field: "email" });
  const [taken, given, { currency }] = await Promise.all([
    userId === undefined ? previewGuest(email ?? "") : previewAccount(userId),
    readAccount(intoId),
    getSettings(),
  ]);
  return { ...taken, into: sideOf(requireReceiver(given.user), given.orders), currency };
}
