import type { ClientInfo } from "../acts/actor";
import { db } from "../db/client";
import { type Chooser, offerDeviceOf } from "../payments/offers/decide-offer";
import { findOrderChoice, findProductCategories } from "../payments/offers/sql";
import { findLevelId } from "../pricing/sql/prices";
import type { OrderQuote, QuoteBuyer } from "../pricing/types";

type Client = Pick<ClientInfo, "userAgent" | "readCountry">;

/** Read once, however many channels ask. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let held: Promise<T> | undefined;
  return () => {
    held ??= read();
    return held;
  };
}

const placeOf = ({ userAgent, readCountry }: Client) => ({
  device: offerDeviceOf(userAgent),
  country: once(readCountry),
});

const levelOfUser = async (userId: number) => (await findLevelId(db(), userId)) ?? "none";

/** Somebody who orders what was priced. */
export const quoteChooser = (quote: OrderQuote, buyer: QuoteBuyer, client: Client): Chooser => ({
  ...placeOf(client),
  goods: async () => quote.lines,
  levelId: async () => (buyer.kind === "guest" ? null : (quote.memberLevelId ?? "none")),
});

/** The buyer of an order that was placed: at the level that it was priced for. */
export function orderChooser(order: { orderId: number } | { orderNo: string }, client: Client): Chooser {
  const lines = once(() => findOrderChoice(db(), order));
  return {
    ...placeOf(client),
    goods: async () => (await lines()).map(({ productId, categoryIds }) => ({ productId, categoryIds })),
    levelId: async () => {
      const [line] = await lines();
      return !line || line.isGuest ? null : (line.levelId ?? "none");
    },
  };
}

/** Somebody who tops up a balance. */
export const memberChooser = (userId: number, client: Client): Chooser => ({
  ...placeOf(client),
  goods: async () => null,
  levelId: once(() => levelOfUser(userId)),
});

export const rechargeChooser = (rechargeId: number, client: Client): Chooser => ({
  ...placeOf(client),
  goods: async () => null,
  levelId: once(async () => {
    const { userId } = await db().recharge.findUniqueOrThrow({ where: { id: rechargeId } });
    return levelOfUser(userId);
  }),
});

/** Somebody who looks at a product. */
export const visitorChooser = (productId: number, userId: number | null, client: Client): Chooser => ({
  ...placeOf(client),
  goods: once(async () => [{ productId, categoryIds: await findProductCategories(db(), productId) }]),
  levelId: once(async () => (userId === null ? null : levelOfUser(userId))),
});
