import { z } from "zod";
import { addSeconds, now } from "../../../core/clock";
import type { Tx } from "../../../db/transaction";
import { openLicenseKey } from "../../../licenses/license-key";
import type { AddedFulfiller, DeliverableItem, Outcome } from "../../fulfiller";
import {
  extendAccess,
  extendLicense,
  lockAccessToRenew,
  lockLicenseToRenew,
  shortenAccessOf,
  shortenLicense,
} from "../../sql/renewals";
import { issueLike, license } from "../license/license";
import { giveAccess, living, tellReaders } from "../living/living";
import { viewRenewals } from "./view-renewals";

const daySeconds = 24 * 60 * 60;

const renewalOf = (tx: Tx, orderItemId: number) => tx.renewal.findUnique({ where: { orderItemId } });
type Row = NonNullable<Awaited<ReturnType<typeof renewalOf>>>;

/** All that it renews, or nothing: a license under its row's lock, so that renewals of it follow one another. */
async function extend(tx: Tx, row: Row): Promise<boolean> {
  const { licenseId, licenseDays, accessDays, renewedItemId } = row;
  if (licenseId !== null && !(await lockLicenseToRenew(tx, licenseId))) return false;
  const access = accessDays === null ? null : await lockAccessToRenew(tx, renewedItemId);
  if (accessDays !== null && access === null) return false;
  if (licenseId !== null && licenseDays !== null) await extendLicense(tx, licenseId, licenseDays, now());
  if (access !== null && accessDays !== null) await extendAccess(tx, access, accessDays, now());
  return true;
}

/**
 * Fulfillers that delivered the same goods for this item itself: the license's row is locked before that of the
 * access, as in `extend`.
 */
const partsOf = ({ licenseDays, accessDays }: Row): AddedFulfiller[] => [
  ...(licenseDays === null ? [] : [license]),
  ...(accessDays === null ? [] : [living]),
];

/** The same goods for this item itself, by what was sold and not by what the option says by now; what can fail comes first. */
async function deliverAnew(tx: Tx, item: DeliverableItem, row: Row): Promise<Outcome> {
  const { licenseId, licenseDays, accessDays } = row;
  if (accessDays !== null) {
    const outcome = await giveAccess(tx, item, addSeconds(now(), accessDays * daySeconds));
    if ("failure" in outcome) return outcome;
  }
  if (licenseId === null || licenseDays === null) return { content: null };
  return { content: await issueLike(tx, item, { licenseId, days: licenseDays }) };
}

async function keyOf(tx: Tx, licenseId: number): Promise<string> {
  const { keySealed } = await tx.license.findUniqueOrThrow({
    where: { id: licenseId },
    select: { keySealed: true },
  });
  return openLicenseKey(licenseId, keySealed);
}

/**
 * Moves the end of what the buyer has already, once for each item that was bought. It stands in an item in place of the license
 * and the living text, and no option is set to it.
 */
export const renewal: AddedFulfiller = {
  code: "renewal",
  fields: [],
  settings: z.object({}),
  isText: false,
  async deliver(tx, item) {
    const row = await renewalOf(tx, item.id);
    if (!row) throw new Error(`The order item ${item.id} renews nothing`);
    const applied = { where: { orderItemId: item.id }, data: { appliedAt: row.appliedAt ?? now() } };
    if (row.isNew || (row.appliedAt === null && !(await extend(tx, row)))) {
      const outcome = await deliverAnew(tx, item, row);
      if ("failure" in outcome) return outcome;
      await tx.renewal.update({ ...applied, data: { ...applied.data, isNew: true } });
      return outcome;
    }
    await tx.renewal.update(applied);
    return { content: row.licenseId === null ? null : await keyOf(tx, row.licenseId) };
  },
  async revoke(tx, item) {
    const row = await renewalOf(tx, item.id);
    if (!row) return;
    if (row.isNew) for (const part of partsOf(row)) await part.revoke?.(tx, item);
    const { count } = await tx.renewal.updateMany({
      where: { orderItemId: item.id, revokedAt: null, appliedAt: { not: null } },
      data: { revokedAt: now() },
    });
    if (count === 0 || row.isNew) return;
    if (row.licenseId !== null && row.licenseDays !== null)
      await shortenLicense(tx, row.licenseId, row.licenseDays);
    if (row.accessDays !== null && row.frozenAt === null)
      await shortenAccessOf(tx, row.renewedItemId, row.accessDays);
  },
  async freeze(tx, item, isFrozen) {
    const row = await renewalOf(tx, item.id);
    if (!row || row.accessDays === null) return;
    if (row.isNew) return living.freeze?.(tx, item, isFrozen);
    const { count } = await tx.renewal.updateMany({
      where: {
        orderItemId: item.id,
        appliedAt: { not: null },
        revokedAt: null,
        frozenAt: isFrozen ? null : { not: null },
      },
      data: { frozenAt: isFrozen ? now() : null },
    });
    if (count === 1)
      await shortenAccessOf(tx, row.renewedItemId, isFrozen ? row.accessDays : -row.accessDays);
    // The text may have changed while the access was over.
    if (count === 1 && !isFrozen) await tellReaders(tx, item.skuId);
  },
  view: viewRenewals,
};
