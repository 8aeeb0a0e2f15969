import { reorderOperation } from "../../acts/reorder-operation";
import { numberRows } from "../../db/sql-pieces";

export const reorderChannels = reorderOperation("payment_channel", "payment_channels", (tx, ids) =>
  numberRows(tx, "payment_channels", ids),
);
