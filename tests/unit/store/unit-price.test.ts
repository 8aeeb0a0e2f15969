import { describe, expect, it } from "vitest";
import { unitPrice } from "@/app/(store)/products/[slug]/_components/unit-price";

const sku = {
  id: 7,
  price: "14.99",
  original_price: "20.00",
  wholesale: [
    { min_quantity: 5, price: "13.00" },
    { min_quantity: 10, price: "11.99" },
  ],
};
const gold = {
  bySku: { 7: "13.79" },
  tiersBySku: { 7: [{ min_quantity: 10, price: "11.99" }] },
};

describe("the price of one unit", () => {
  it.each([
    [1, null, "14.99", "20.00"],
    [4, null, "14.99", "20.00"],
    [5, null, "13.00", "14.99"],
    [10, null, "11.99", "14.99"],
    [1, gold, "13.79", "14.99"],
    [9, gold, "13.79", "14.99"],
    [10, gold, "11.99", "13.79"],
  ])("follows the quantity %i and the own prices %o: %s in place of %s", (quantity, own, price, former) => {
    expect(unitPrice(sku, own, quantity)).toMatchObject({ price, former });
  });
});
