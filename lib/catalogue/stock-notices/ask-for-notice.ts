import { canonicalEmail } from "../../accounts/canonical-email";
import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { keyedHash } from "../../core/crypto";
import { AppError, notFound } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import { inLanguage } from "../../core/translations";
import { db } from "../../db/client";
import { consumeLimit } from "../../db/rate-limit";
import { inTransaction, type Tx } from "../../db/transaction";
import { queueMail } from "../../notifications/mails/queue-mail";
import { hasMailServer } from "../../notifications/server/mail-server";
import { sealAddress } from "../../notifications/stock-notice-link";
import { chooseLocale } from "../../settings/choose-locale";
import { getSettings } from "../../settings/queries";
import { countBundles, partsOfBundles } from "../bundles/bundle-stock";
import { addressHash, confirmAddress } from "./confirm-notices";
import { shareAddress } from "./sql";

/** Options that one address waits for. */
const maxWaiting = 20;

interface NoticeRequest {
  skuId: number;
  email: string;
  locale: string;
  /** Id of a caller who is logged in: their own address is confirmed already. */
  userId: number | null;
}

interface Option {
  name: string;
  translations: unknown;
  product: { title: string; translations: unknown; _count: { skus: number } };
}

/** One mail a day, however often and for whatever somebody asks: the address may be a stranger's. */
async function askOwner(tx: Tx, sku: Option, { email, locale }: NoticeRequest): Promise<void> {
  const { baseUrl } = getConfig().server;
  const lang = chooseLocale(await getSettings(), { chosen: [locale] });
  const token = sealAddress(email);
  const day = now().toISOString().slice(0, 10);
  await queueMail(tx, {
    kind: "stock_confirm",
    to: email,
    locale: lang,
    data: {
      title: inLanguage(sku.product, lang).title,
      skuName: sku.product._count.skus > 1 ? inLanguage(sku, lang).name : null,
      url: `${baseUrl}/stock-notices/confirm#${token}`,
      endUrl: `${baseUrl}/stock-notices#${token}`,
    },
    dedupeKey: `stock_confirm:${Buffer.from(addressHash(email)).toString("base64url")}:${day}`,
  });
}

async function isOwn({ userId, email }: NoticeRequest): Promise<boolean> {
  if (userId === null) return false;
  const user = await db().user.findUnique({ where: { id: userId }, select: { email: true } });
  return user?.email === canonicalEmail(email);
}

/**
 * Remembers who wants to be told when a sold-out option has stock again. The owner of an address that nobody confirmed is asked
 * first, and one who ended the mails is not asked again. The answer is the same each time, so that it does not tell whether the
 * address had asked before. @throws AppError `not_found`, `state_conflict`, `rate_limited`
 */
export async function askForNotice(asked: NoticeRequest): Promise<{ asked: true }> {
  const { skuId, email, locale } = asked;
  if (!(await hasMailServer())) throw new AppError("state_conflict", "no_mail_server");
  await consumeLimit(
    "stock_notice_address",
    Buffer.from(keyedHash("stock_notice", email)).toString("base64url"),
  );
  const others = { where: { email, skuId: { not: skuId } } };
  const [sku, waiting, unconfirmed] = await Promise.all([
    db().sku.findFirst({
      where: { id: skuId, isActive: true, product: { status: "active", category: { isActive: true } } },
      select: {
        id: true,
        name: true,
        translations: true,
        fulfillers: true,
        stock: { select: { isUnlimited: true, available: true } },
        product: {
          select: { title: true, translations: true, minQuantity: true, _count: { select: { skus: true } } },
        },
      },
    }),
    db().stockNotice.count(others),
    db().stockNoticeRequest.count(others),
  ]);
  if (!sku) throw notFound("product_variant");
  const { product } = sku;
  const [{ stock } = sku] = countBundles([sku], await partsOfBundles(db(), [sku]));
  // Otherwise anybody could send a mail to anybody at once.
  if (stock && (stock.isUnlimited || stock.available >= product.minQuantity))
    throw new AppError("state_conflict", "still_in_stock");
  if (waiting + unconfirmed >= maxWaiting)
    throw new AppError("state_conflict", refusal("too_many_stock_notices", { max: maxWaiting }));
  const own = await isOwn(asked);
  await inTransaction(async (tx) => {
    if (own) await confirmAddress(tx, email);
    const address = await shareAddress(tx, addressHash(email));
    if (address?.isEnded) return;
    const wish = { data: { skuId, email, locale, createdAt: now() }, skipDuplicates: true };
    if (address) await tx.stockNotice.createMany(wish);
    else {
      await tx.stockNoticeRequest.createMany(wish);
      await askOwner(tx, sku, asked);
    }
  });
  return { asked: true };
}
