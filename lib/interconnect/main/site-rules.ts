import { randomBytes } from "node:crypto";
import { getConfig } from "../../config/config";
import { AppError } from "../../core/errors";
import { isIpRange } from "../../core/formats/ip-ranges";
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
  for (const [index, range] of (input.ip_allow_list ?? []).entries()) {
    if (!isIpRange(range)) {
      throw new AppError("malformed", "ip_range", {
        field: `ip_allow_list.${index}`,
      });
    }
  }
  if (input.member_level_id != null) {
    const level = await tx.memberLevel.findUnique({
      where: { id: input.member_level_id },
      select: { id: true },
    });
    if (!level) throw new AppError("malformed", "unknown", { field: "member_level_id" });
  }
}
