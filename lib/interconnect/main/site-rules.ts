import { randomBytes } from "node:crypto";
import { getConfig } from "../../config/config";
import { AppError } from "../../core/errors";
import { requireIpRanges } from "../../core/shapes/ip-range";
import type { Tx } from "../../db/transaction";
import { checkTarget, targetRules } from "../../outgoing/public-address";
import type { UpdateSite } from "./admin/schema";

export const newSiteKey = () => `sk_site_${randomBytes(16).toString("hex")}`;
/** Longer than any key may be, so that a secret put in the key's place is refused and not logged. */
export const newSiteSecret = () => `sks_${randomBytes(32).toString("hex")}`;

/** C53: refused at save, and again at every connect. @throws AppError `malformed` naming the field. */
export async function checkSite(tx: Tx, input: UpdateSite): Promise<void> {
  if (input.callback_url != null) {
    const target = checkTarget(input.callback_url, getConfig().interconnect.allowPrivateNetworks, {
      needsTls: true,
    });
    if ("refusal" in target) {
      throw new AppError("malformed", targetRules[target.refusal], { field: "callback_url" });
    }
  }
  requireIpRanges(input.ip_allow_list ?? [], "ip_allow_list");
  if (input.member_level_id != null) {
    const level = await tx.memberLevel.findUnique({
      where: { id: input.member_level_id },
      select: { id: true },
    });
    if (!level) throw new AppError("malformed", "unknown", { field: "member_level_id" });
  }
}
