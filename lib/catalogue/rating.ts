import type { ProductRatingModel } from "../db/generated/models";
import type { Rating } from "./schema";

/** Null where nobody has said anything. */
export const ratingView = (row: Pick<ProductRatingModel, "count" | "starSum"> | null): Rating | null =>
  row && row.count > 0
    ? { average: Math.round((100 * row.starSum) / row.count) / 100, count: row.count }
    : null;
