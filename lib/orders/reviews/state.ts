import type { Moves } from "../../core/shapes/moves";

/** Most stars that a buyer gives. */
export const mostStars = 5;

export const reviewStatuses = ["waiting", "shown", "hidden", "withdrawn", "deleted"] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/**
 * Staff show and hide; a refund or a dispute withdraws; its buyer writes it anew, which is a move of its own, and deletes it. A
 * dispute that was won brings it back to be looked at.
 */
export const reviewMoves: Moves<ReviewStatus> = {
  waiting: ["waiting", "shown", "hidden", "withdrawn", "deleted"],
  shown: ["waiting", "shown", "hidden", "withdrawn", "deleted"],
  hidden: ["waiting", "shown", "hidden", "withdrawn", "deleted"],
  withdrawn: ["waiting", "deleted"],
  deleted: ["waiting", "shown"],
};
