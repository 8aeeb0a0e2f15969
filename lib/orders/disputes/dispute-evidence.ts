import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { toMoney, toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import { termsTexts, termsVersionOf } from "../../settings/terms-version";
import type { Settings } from "../../settings/types";
import { getAdminOrder } from "../staff/admin-queries";
import { findDownloads, findReadableTexts } from "./evidence-versions";

/** The terms that the order was placed under, in its language; null where the shop had none of its own. */
async function findTerms(settings: Settings, version: string | null, locale: string) {
  if (version === null) return null;
  const isCurrent = termsVersionOf(settings) === version;
  const kept = isCurrent ? null : await db().termsVersion.findUnique({ where: { version } });
  const texts = isCurrent ? termsTexts(settings) : ((kept?.texts ?? {}) as Record<string, string>);
  return {
    version,
    in_force_until: toTimeOrNull(kept?.replacedAt ?? null),
    text: texts[locale] ?? texts["default"] ?? null,
  };
}

/**
 * Collects the shop's facts on a purchase, for the gateway that asks for evidence: the order, its payments, what was
 * handed over and when, and which mails the mail server took. Never a key: a reader could use it.
 */
export async function collectEvidence(actor: AdminActor, client: ClientInfo, orderNo: string) {
  const detail = await getAdminOrder(orderNo);
  const { order } = detail;
  const [settings, texts, downloads, mails, times] = await Promise.all([
    getSettings(),
    findReadableTexts(orderNo),
    findDownloads(orderNo),
    db().mail.findMany({
      where: { reference: orderNo, status: "sent" },
      orderBy: { id: "asc" },
      select: { kind: true, recipient: true, subject: true, createdAt: true, sentAt: true },
    }),
    db().order.findUniqueOrThrow({
      where: { orderNo },
      select: {
        createdAt: true,
        paidAt: true,
        deliveredAt: true,
        locale: true,
        country: true,
        termsVersion: true,
        firstViewedAt: true,
        firstViewedIp: true,
        items: {
          orderBy: { position: "asc" },
          select: {
            position: true,
            title: true,
            skuName: true,
            quantity: true,
            totalCents: true,
            fulfillment: {
              select: { status: true, deliveredAt: true, secrets: { select: { id: true } } },
            },
          },
        },
      },
    }),
  ]);
  const terms = await findTerms(settings, times.termsVersion, times.locale);
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, { action: "order.evidence", target: `order:${orderNo}`, data: {} }),
  );
  return {
    made_at: toTime(now()),
    shop: settings.siteName,
    order: {
      order_no: orderNo,
      placed_at: toTime(times.createdAt),
      paid_at: toTimeOrNull(times.paidAt),
      delivered_at: toTimeOrNull(times.deliveredAt),
      amount: order.amount,
      refunded_amount: order.refunded_amount,
      currency: order.currency,
      buyer: detail.buyer_name,
      email: order.email,
      placed_from_ip: detail.ip,
      placed_from_country: times.country,
    },
    /** The buyer's page, or a call of theirs, held what was delivered. */
    goods_first_seen: times.firstViewedAt
      ? { at: toTime(times.firstViewedAt), from_ip: times.firstViewedIp }
      : null,
    /** Terms of sale, to which a buyer agrees beside the button. */
    terms,
    payments: detail.payments,
    refunds: detail.refunds,
    items: times.items.map(({ fulfillment, ...item }) => ({
      item: item.position,
      title: item.title,
      option: item.skuName,
      quantity: item.quantity,
      total: toMoney(item.totalCents),
      status: fulfillment?.status ?? "pending",
      handed_over_at: toTimeOrNull(fulfillment?.deliveredAt ?? null),
      /** Keys from stock; the keys themselves are left out. */
      keys_handed_over: fulfillment?.secrets.length ?? 0,
    })),
    /** Versions of an option whose text changes: the text itself is left out. */
    texts_the_buyer_could_read: texts,
    files_downloaded: downloads,
    mails_taken_by_the_mail_server: mails.map(({ kind, recipient, subject, createdAt, sentAt }) => ({
      kind,
      recipient,
      subject,
      written_at: toTime(createdAt),
      taken_at: toTimeOrNull(sentAt),
    })),
    history: detail.events.map(({ kind, actor: by, data, created_at }) => ({
      kind,
      by,
      data,
      at: created_at,
    })),
  };
}
