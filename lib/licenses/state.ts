import type { Moves } from "../core/moves";
import type { LicenseStatus } from "../db/generated/tables";

/** Staff may let a revoked license live again. */
export const licenseMoves: Moves<LicenseStatus> = {
  active: ["revoked"],
  revoked: ["active"],
};
