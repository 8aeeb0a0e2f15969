import type { Moves } from "../core/shapes/moves";

export const secretStatuses = ["available", "reserved", "sold", "void"] as const;
export type SecretStatus = (typeof secretStatuses)[number];

/**
 * A key that was sold stays sold, whatever becomes of its order: somebody has read it. A void one may be marked as handed out
 * in an order that a restore lost.
 */
export const secretMoves = {
  available: ["reserved", "void"],
  reserved: ["available", "sold"],
  sold: [],
  void: ["available", "void"],
} as const satisfies Moves<SecretStatus>;
