import type { AdminActor } from "../acts/actor";
import { isLocalShop } from "../config/local-shop";
import { db } from "../db/client";
import { getMailHealth } from "../notifications/mails/mail-health";
import { testGateway } from "../payments/providers/test-gateway/test-gateway";
import { findSampleMark } from "../payments/test-gateway/availability";
import { defaultSettings } from "../settings/defaults";
import { getSettings } from "../settings/queries";
import { readBackupState } from "./backup/backup-state";

export const firstSteps = [
  "name",
  "category",
  "product",
  "key",
  "channel",
  "mail",
  "secondFactor",
  "address",
  "backup",
] as const;
export type FirstStep = (typeof firstSteps)[number];

/**
 * Steps that a new shop still needs before it can sell, each seen in the shop's own records; sample goods do not
 * count.
 */
export async function readFirstSteps(actor: AdminActor): Promise<Record<FirstStep, boolean>> {
  const sample = (await findSampleMark(db())) ?? { lastProductId: 0, lastSecretId: 0 };
  const id = { select: { id: true } } as const;
  const [settings, category, product, key, channel, mail, staff, backup] = await Promise.all([
    getSettings(),
    db().category.findFirst(id),
    db().product.findFirst({ where: { status: "active", id: { gt: sample.lastProductId } }, ...id }),
    db().secret.findFirst({ where: { id: { gt: sample.lastSecretId } }, ...id }),
    db().paymentChannel.findFirst({
      where: { isActive: true, provider: { not: testGateway.code }, testPassed: true },
      ...id,
    }),
    getMailHealth(),
    db().staff.findUnique({ where: { id: actor.staffId }, select: { totpEnabledAt: true } }),
    readBackupState(),
  ]);
  return {
    name: settings.siteName !== defaultSettings.siteName,
    category: category !== null,
    product: product !== null,
    key: key !== null,
    channel: channel !== null,
    mail: mail.state === "takes",
    secondFactor: staff?.totpEnabledAt != null,
    address: !isLocalShop(),
    backup: backup.lastGoodAt !== null && backup.problem === null,
  };
}
