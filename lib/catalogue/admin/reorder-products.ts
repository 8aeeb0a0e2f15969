import { reorderOperation } from "../../acts/reorder-operation";
import { reorderProductRows } from "../sql/products";

/** Within the places that these products held among all. */
export const reorderProducts = reorderOperation("product", "products", reorderProductRows);
