import { languages } from "../../../../messages/languages";
import { now } from "../../../core/clock";
import { dayIn } from "../../../core/days";
import { toLocale } from "../../../core/locale";
import { toTime, toTimeOrNull } from "../../../core/wire";
import type { Reader } from "../../../db/transaction";
import { findAccesses } from "../../sql/living";
import type { DeliveredLiving } from "./schema";
import { openLivingText } from "./seal-text";

type Access = Awaited<ReturnType<typeof findAccesses>>[number];

const stateOf = ({ endsAt, frozenAt }: Access): DeliveredLiving["state"] => {
  if (endsAt && endsAt <= now()) return "ended";
  return frozenAt ? "suspended" : "current";
};

/** Clients that know nothing of living texts, agents among them, read the reason where they read the text. */
function textOf(access: Access, state: DeliveredLiving["state"]): string {
  if (state === "current") return openLivingText(access.skuId, access.number, access.contentSealed);
  const { livingNotices } = languages[toLocale(access.locale)];
  return state === "ended" && access.endsAt
    ? livingNotices.ended(dayIn(access.endsAt, "UTC"))
    : livingNotices.suspended;
}

/** The living texts of delivered items, by fulfillment. */
export async function viewAccess(
  reader: Reader,
  fulfillmentIds: readonly number[],
): Promise<Map<number, { living: DeliveredLiving }>> {
  const accesses = await findAccesses(reader, fulfillmentIds);
  return new Map(
    accesses.map((access) => {
      const state = stateOf(access);
      const living: DeliveredLiving = {
        state,
        text: textOf(access, state),
        updated_at: toTime(access.changedAt),
        ends_at: toTimeOrNull(access.endsAt),
      };
      return [access.fulfillmentId, { living }];
    }),
  );
}
