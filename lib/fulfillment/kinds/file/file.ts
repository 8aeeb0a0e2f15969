import { z } from "zod";
import { addSeconds, now } from "../../../core/clock";
import { problem, refusal, rule } from "../../../core/refusals/refusal";
import type { AddedFulfiller } from "../../fulfiller";
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
    if (!(await hasReadyVersion(tx, skuId))) return { failure: problem("option_without_file") };
    const sku = await tx.sku.findUniqueOrThrow({ where: { id: skuId }, select: { fulfillerSettings: true } });
    const { downloads, days } = settings.parse(settingsOf(sku.fulfillerSettings, "file"));
    await insertGrant(tx, {
      fulfillmentId,
      skuId,
      allowed: downloads * quantity,
      expiresAt: addSeconds(now(), days * daySeconds),
    });
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
