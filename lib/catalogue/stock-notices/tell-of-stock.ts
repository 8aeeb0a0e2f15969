import { getConfig } from "../../config/config";
import { inLanguage } from "../../core/translations";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { queueMail } from "../../notifications/mails/queue-mail";
import { hasMailServer } from "../../notifications/server/mail-server";
import { sealAddress } from "../../notifications/stock-notice-link";
import { chooseLocale } from "../../settings/choose-locale";
import { getSettings } from "../../settings/queries";
import { type DueNotice, findDueNotices, takeNotices } from "./sql";

const perSku = 200;
const perRun = 1000;
const slice = 50;

const optionsOf = async (tx: Tx, notices: readonly DueNotice[]) => {
  const rows = await tx.sku.findMany({
    where: { id: { in: [...new Set(notices.map(({ skuId }) => skuId))] } },
    select: {
      id: true,
      code: true,
      name: true,
      translations: true,
      product: {
        select: { slug: true, title: true, translations: true, _count: { select: { skus: true } } },
      },
    },
  });
  return new Map(rows.map((row) => [row.id, row]));
};

/** The mails and the end of their requests commit together: a killed process neither forgets nor repeats one. */
async function tell(ids: readonly number[]): Promise<void> {
  const { baseUrl } = getConfig().server;
  const settings = await getSettings();
  await inTransaction(async (tx) => {
    const notices = await takeNotices(tx, ids);
    const options = await optionsOf(tx, notices);
    for (const { id, skuId, email, locale } of notices) {
      const sku = options.get(skuId);
      if (!sku) continue;
      const lang = chooseLocale(settings, { chosen: [locale] });
      const { slug, title, _count } = inLanguage(sku.product, lang);
      await queueMail(tx, {
        kind: "stock_back",
        to: email,
        locale: lang,
        data: {
          title,
          skuName: _count.skus > 1 ? inLanguage(sku, lang).name : null,
          url: `${baseUrl}/products/${slug}?sku=${encodeURIComponent(sku.code)}`,
          endUrl: `${baseUrl}/stock-notices#${sealAddress(email)}`,
        },
        dedupeKey: `stock_back:${id}`,
      });
    }
  });
}

/**
 * Tells people in the order in which they asked, in each run no more of one option than could buy of it (decision 0706). Stock
 * comes by many ways: keys imported, orders expired, a main site's answer, a product shown again; so it is looked for by the
 * clock and not where it comes.
 */
export async function tellOfStock(): Promise<void> {
  // Operators who switched mails off have requests left of which nobody could be told.
  if (!(await hasMailServer())) return;
  const due = await findDueNotices(db(), { perSku, limit: perRun });
  for (let from = 0; from < due.length; from += slice) await tell(due.slice(from, from + slice));
}
