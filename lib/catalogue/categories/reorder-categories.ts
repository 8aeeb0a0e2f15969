import { reorderOperation } from "../../acts/reorder-operation";
import { numberRows } from "../../db/sql-pieces";

export const reorderCategories = reorderOperation("category", "categories", (tx, ids) =>
  numberRows(tx, "categories", ids),
);
