import type { GuestActor, UserActor } from "../../acts/actor";
import { now } from "../../core/clock";
import { toTime } from "../../core/wire";
import { db } from "../../db/client";
import type { Prisma } from "../../db/generated/client";
import type { Reader } from "../../db/transaction";
import { livingSettings } from "../../fulfillment/kinds/living/schema";
import { settingsOf } from "../../fulfillment/read-settings";
import { licenseSettings } from "../../licenses/schema";
import { isDeliveryFrozen } from "../disputes";
import { getOwnOrderId } from "../queries";
import type { OwnRenewals } from "./schema";

/** Something that was bought, ends, and can be renewed: a license, with or without an access, or an access alone. */
interface Renewable {
  position: number;
  /** Where it was bought first. */
  itemId: number;
  licenseId: number | null;
  publicId: string | null;
  licenseDays: number | null;
  accessDays: number | null;
  endsAt: Date;
  productId: number;
  skuId: number;
  title: string;
  skuName: string | null;
  form: unknown;
  /** Whether it may be bought without an account. */
  forGuests: boolean;
}

const soldItem = {
  id: true,
  position: true,
  skuId: true,
  productId: true,
  title: true,
  skuName: true,
  quantity: true,
  form: true,
  refund: { select: { id: true } },
  order: { select: { id: true, paymentStatus: true, siteId: true } },
  fulfillment: { select: { status: true, living: true } },
  _count: { select: { licenses: true } },
} satisfies Prisma.OrderItemSelect;
type SoldItem = Prisma.OrderItemGetPayload<{ select: typeof soldItem }>;

/** By how many days the option sells each of them today; null: it does not, or nothing else than anew. */
async function termsOf(reader: Reader, skuId: number) {
  const sku = await reader.sku.findFirst({
    where: {
      id: skuId,
      isActive: true,
      source: "local",
      product: { status: "active", autoSecretKind: "text" },
    },
    select: { fulfillers: true, fulfillerSettings: true, product: { select: { purchaseType: true } } },
  });
  if (!sku?.fulfillers.every((code) => ["license", "living", "file"].includes(code))) return null;
  const settings = (code: string) => settingsOf(sku.fulfillerSettings, code);
  const license = licenseSettings.safeParse(settings("license"));
  const living = livingSettings.safeParse(settings("living"));
  const access = sku.fulfillers.includes("living") && living.success ? living.data : null;
  return {
    forGuests: sku.product.purchaseType === "guest",
    /** A new buyer gets an access with the license, whatever can be renewed of the one that was sold. */
    sellsAccess: access !== null,
    licenseDays:
      sku.fulfillers.includes("license") && license.success ? (license.data.valid_days ?? null) : null,
    // Access that ends for everybody on a date does not go on after it.
    accessDays: access !== null && access.until === null ? access.days : null,
  };
}

const shownLicenses = 200;

/** Part of an order to look for: all of it, or one item, or one license of it. */
interface Wanted {
  position?: number;
  publicId?: string | null | undefined;
}

async function renewablesOf(
  reader: Reader,
  position: number,
  item: SoldItem,
  { licenseId, publicId }: { licenseId: number | null; publicId: Wanted["publicId"] },
): Promise<Renewable[]> {
  const { order, fulfillment, quantity, skuId } = item;
  if (fulfillment?.status !== "ready" || item.refund || order.siteId !== null) return [];
  if (order.paymentStatus !== "paid" && order.paymentStatus !== "partially_refunded") return [];
  if (await isDeliveryFrozen(reader, order.id)) return [];
  const terms = await termsOf(reader, skuId);
  if (!terms) return [];
  const { licenseDays } = terms;
  const { living } = fulfillment;
  const access = quantity === 1 && living && !living.revokedAt && !living.frozenAt ? living.endsAt : null;
  const accessDays = access === null ? null : terms.accessDays;
  const licenses = await reader.license.findMany({
    where: {
      orderItemId: item.id,
      status: "active",
      expiresAt: { not: null },
      ...(licenseId === null ? {} : { id: licenseId }),
      ...(publicId == null ? {} : { publicId }),
    },
    orderBy: { position: "asc" },
    take: shownLicenses,
  });
  const common = {
    position,
    itemId: item.id,
    productId: item.productId,
    skuId,
    title: item.title,
    skuName: item.skuName,
    form: item.form,
    forGuests: terms.forGuests,
  };
  if (item._count.licenses === 0)
    return access && accessDays !== null
      ? [{ ...common, licenseId: null, publicId: null, licenseDays: null, accessDays, endsAt: access }]
      : [];
  if (licenseDays === null) return [];
  // The full price is paid for both: where one of them cannot go on, neither is offered.
  if (terms.sellsAccess && living?.endsAt && accessDays === null) return [];
  return licenses.flatMap((license) =>
    license.expiresAt
      ? [
          {
            ...common,
            licenseId: license.id,
            publicId: license.publicId,
            licenseDays,
            accessDays,
            endsAt: license.expiresAt,
          },
        ]
      : [],
  );
}

/** Finds the parts of an order that can be renewed now. The item of a renewal stands for what it renewed. */
export async function findRenewables(
  reader: Reader,
  orderId: number,
  { position, publicId }: Wanted = {},
): Promise<Renewable[]> {
  const items = await reader.orderItem.findMany({
    where: {
      orderId,
      ...(position === undefined ? {} : { position }),
      fulfillers: { hasSome: ["license", "living", "renewal"] },
    },
    orderBy: { position: "asc" },
    select: {
      ...soldItem,
      renewal: {
        select: { appliedAt: true, isNew: true, licenseId: true, renewedItem: { select: soldItem } },
      },
    },
  });
  const found: Renewable[] = [];
  for (const { renewal, ...item } of items) {
    if (item.fulfillment?.status !== "ready") continue;
    const first = renewal && !renewal.isNew ? renewal.renewedItem : item;
    const licenseId = renewal && !renewal.isNew ? renewal.licenseId : null;
    found.push(...(await renewablesOf(reader, item.position, first, { licenseId, publicId })));
  }
  return found;
}

const daySeconds = 86_400;

/** @throws AppError `not_found` */
export async function listOwnRenewals(actor: GuestActor | UserActor, orderNo: string): Promise<OwnRenewals> {
  const found = await findRenewables(db(), await getOwnOrderId(actor, orderNo));
  return {
    renewals: found.map((one) => {
      const days = one.licenseDays ?? one.accessDays ?? 0;
      return {
        item: one.position,
        license_id: one.publicId,
        product_id: one.productId,
        sku_id: one.skuId,
        title: one.title,
        sku_name: one.skuName,
        days,
        ends_at: toTime(one.endsAt),
        ends_at_after: toTime(laterEnd(one.endsAt, days)),
      };
    }),
  };
}

/** From the end on, or from now on when it has passed. */
const laterEnd = (endsAt: Date, days: number): Date =>
  new Date(Math.max(endsAt.getTime(), now().getTime()) + days * daySeconds * 1000);
