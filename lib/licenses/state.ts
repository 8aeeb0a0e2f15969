import type { Moves } from "../core/shapes/moves";

export type LicenseStatus = "active" | "revoked";

/** Staff may let a revoked license live again. */
export const licenseMoves: Moves<LicenseStatus> = {
  active: ["revoked"],
  revoked: ["active"],
};
