import { now } from "../../core/clock";
import { keyedHash } from "../../core/crypto";
import { AppError, notFound } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import { db } from "../../db/client";
import { consumeLimit } from "../../db/rate-limit";
import { hasMailServer } from "../../notifications/mail-server";
import { countBundles, partsOfBundles } from "../bundles/bundle-stock";

/** Whoever gives somebody else's address can cause this many mails, and one link in each ends the others. */
const maxWaiting = 20;

interface NoticeRequest {
  skuId: number;
  email: string;
  locale: string;
}

/**
 * Remembers who wants to be told when a sold-out option has stock again. Asking twice is one request, and the answer does not tell
 * whether the address had asked before. @throws AppError `not_found`, `state_conflict`, `rate_limited`
 */
export async function askForNotice({ skuId, email, locale }: NoticeRequest): Promise<{ asked: true }> {
  if (!(await hasMailServer())) throw new AppError("state_conflict", "no_mail_server");
  await consumeLimit(
    "stock_notice_address",
    Buffer.from(keyedHash("stock_notice", email)).toString("base64url"),
  );
  const [sku, waiting] = await Promise.all([
    db().sku.findFirst({
      where: { id: skuId, isActive: true, product: { status: "active", category: { isActive: true } } },
      select: {
        id: true,
        fulfillers: true,
        stock: { select: { isUnlimited: true, available: true } },
        product: { select: { minQuantity: true } },
      },
    }),
    db().stockNotice.count({ where: { email, skuId: { not: skuId } } }),
  ]);
  if (!sku) throw notFound("product_variant");
  const { product } = sku;
  const [{ stock } = sku] = countBundles([sku], await partsOfBundles(db(), [sku]));
  // Otherwise anybody could send a mail to anybody at once.
  if (stock && (stock.isUnlimited || stock.available >= product.minQuantity))
    throw new AppError("state_conflict", "still_in_stock");
  if (waiting >= maxWaiting)
    throw new AppError("state_conflict", refusal("too_many_stock_notices", { max: maxWaiting }));
  await db().stockNotice.createMany({
    data: { skuId, email, locale, createdAt: now() },
    skipDuplicates: true,
  });
  return { asked: true };
}
