import { reorderOperation } from "../../acts/reorder-operation";
import { numberRows } from "../../db/sql-pieces";

export const reorderBanners = reorderOperation("banner", "banners", (tx, ids) =>
  numberRows(tx, "banners", ids),
);
