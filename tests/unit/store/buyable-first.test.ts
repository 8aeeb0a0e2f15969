import { expect, it } from "vitest";
import { buyableFirst } from "@/components/store/buyable-first";

it("puts sold-out goods last and leaves the others in their order", () => {
  const goods = [
    { id: 1, stock_status: "out_of_stock" },
    { id: 2, stock_status: "low_stock" },
    { id: 3, stock_status: "out_of_stock" },
    { id: 4, stock_status: "unlimited" },
    { id: 5, stock_status: "in_stock" },
  ] as const;
  expect(buyableFirst(goods).map(({ id }) => id)).toEqual([2, 4, 5, 1, 3]);
});
