import { z } from "zod";
import { addSeconds, now } from "../../../core/clock";
import { problem, refusal, rule } from "../../../core/refusals/refusal";
import type { Tx } from "../../../db/transaction";
import type { AddedFulfiller, DeliverableItem } from "../../fulfiller";
import { settingsOf } from "../../read-settings";
import { hasReadyVersion, insertGrant } from "../../sql/downloads";
import { viewGrants } from "./view-grants";

const between = (min: number, max: number) =>
  z.coerce
    .number({ error: rule(refusal("between", { min, max })) })
    .int()
    .min(min, rule(refusal("between", { min, max })))
    .max(max, rule(refusal("between", { min, max })));

const settings = z.object({
  downloads: between(1, 1000).default(5),
  days: between(1, 3650).default(30),
});

const daySeconds = 24 * 60 * 60;

type Granted = Pick<DeliverableItem, "skuId" | "quantity" | "fulfillmentId"> & { isOwnOnly: boolean };

/** As often and as long as the option says; one that says nothing has the settings that a form begins with. */
export async function grantDownloads(tx: Tx, { quantity, ...owner }: Granted): Promise<void> {
  const sku = await tx.sku.findUniqueOrThrow({
    where: { id: owner.skuId },
    select: { fulfillerSettings: true },
  });
  const { downloads, days } = settings.parse(settingsOf(sku.fulfillerSettings, "file"));
  const expiresAt = addSeconds(now(), days * daySeconds);
  await insertGrant(tx, { ...owner, allowed: downloads * quantity, expiresAt });
}

/** Files of the option: the buyer gets links of their own, which expire, are counted, and always give the newest version. */
export const file: AddedFulfiller = {
  code: "file",
  isText: false,
  settings,
  fields: [
    { key: "downloads", kind: "number", required: true, initial: 5, min: 1, max: 1000 },
    { key: "days", kind: "number", required: true, initial: 30, min: 1, max: 3650 },
  ],
  async deliver(tx, { skuId, quantity, fulfillmentId }) {
    if (!(await hasReadyVersion(tx, { skuId, fulfillmentId })))
      return { failure: problem("option_without_file") };
    await grantDownloads(tx, { skuId, quantity, fulfillmentId, isOwnOnly: false });
    return { content: null };
  },
  async revoke(tx, { fulfillmentId }) {
    await tx.downloadGrant.updateMany({
      where: { fulfillmentId, revokedAt: null },
      data: { revokedAt: now() },
    });
  },
  view: viewGrants,
};
