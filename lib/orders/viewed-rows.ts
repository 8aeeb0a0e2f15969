import type { Prisma } from "../db/generated/client";

/** Rows and columns of an order view. Sealed columns are named here, and only here, for buyers. */
export const orderInclude = {
  items: {
    orderBy: { position: "asc" },
    include: {
      fulfillment: {
        omit: { contentSealed: false },
        include: {
          secrets: {
            where: { replacedAt: null },
            orderBy: { id: "asc" },
            include: { secret: { select: { id: true, contentSealed: true } } },
          },
        },
      },
    },
  },
  refunds: { where: { paymentId: null }, orderBy: { id: "asc" } },
  gift: { select: { email: true, message: true, fromName: true, openedAt: true } },
  payments: {
    orderBy: { id: "desc" },
    // The last try, and the one that paid: a second payment of a paid order may have come after it.
    take: 20,
    select: {
      paymentNo: true,
      channelId: true,
      state: true,
      failure: true,
      disposition: true,
      amountCents: true,
      feeCents: true,
      channel: { select: { name: true } },
    },
  },
} satisfies Prisma.OrderInclude;

/** Lists leave the keys out: they need neither the rows nor the decryption. */
export const orderSummaryInclude = {
  items: { orderBy: { position: "asc" }, include: { fulfillment: { omit: { contentSealed: true } } } },
  refunds: orderInclude.refunds,
  gift: orderInclude.gift,
} satisfies Prisma.OrderInclude;

export type SummaryRow = Prisma.OrderGetPayload<{ include: typeof orderSummaryInclude }>;
type StoredRow = Prisma.OrderGetPayload<{ include: typeof orderInclude }>;
type StoredItem = StoredRow["items"][number];
type SummaryItem = SummaryRow["items"][number];

export type ViewedItem = Pick<
  SummaryItem,
  | "position"
  | "productId"
  | "skuId"
  | "slug"
  | "title"
  | "skuName"
  | "quantity"
  | "unitPriceCents"
  | "totalCents"
  | "delivery"
  | "autoSecretKind"
  | "instructions"
  | "deliveryHours"
> & {
  fulfillers?: readonly string[];
  bundle?: unknown;
  fulfillment: Pick<NonNullable<SummaryItem["fulfillment"]>, "status" | "deliveredAt"> | null;
};

type OpenedFulfillment = Pick<
  NonNullable<StoredItem["fulfillment"]>,
  "id" | "status" | "contentSealed" | "deliveredAt"
> & { secrets: { secret: { id: number; contentSealed: Uint8Array } }[] };

export type DetailItem = ViewedItem & {
  fulfillers: string[];
  form: unknown;
  fulfillment: OpenedFulfillment | null;
};

export type ViewedOrder = Pick<
  StoredRow,
  | "orderNo"
  | "status"
  | "paymentStatus"
  | "fulfillmentStatus"
  | "currency"
  | "originalCents"
  | "discountCents"
  | "amountCents"
  | "walletPaidCents"
  | "refundedCents"
  | "email"
  | "expireAt"
  | "paidAt"
  | "deliveredAt"
  | "createdAt"
  | "gift"
> & {
  reductions: unknown;
  refunds: Pick<StoredRow["refunds"][number], "amountCents" | "reason" | "createdAt">[];
};

/** Row as `orderInclude` reads it, as far as a view needs it. */
export type OrderDetailRow = ViewedOrder & {
  items: DetailItem[];
  payments: StoredRow["payments"];
};
