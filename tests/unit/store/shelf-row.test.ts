import { expect, it } from "vitest";
import { shelfRow } from "@/components/store/shelf-row";

it("shows four, sold-out goods last and the others in their order", () => {
  const goods = [
    { id: 1, stock_status: "out_of_stock" },
    { id: 2, stock_status: "low_stock" },
    { id: 3, stock_status: "out_of_stock" },
    { id: 4, stock_status: "unlimited" },
    { id: 5, stock_status: "in_stock" },
  ] as const;
  expect(shelfRow(goods).map(({ id }) => id)).toEqual([2, 4, 5, 1]);
});
