/** Goods of the faulty main site. */
export interface Sku {
  id: number;
  productId: number;
  price: string;
  stock: number;
  updatedAt: number;
  /** Number of the next key. */
  serial: number;
}

export interface Product {
  id: number;
  kind: string;
  isOnSale: boolean;
  skus: Sku[];
}

const plenty = 999_999;

const sku = (id: number, price: string, stock: number): Sku => ({
  id,
  productId: Math.floor(id / 10),
  price,
  stock,
  updatedAt: Date.parse("2026-01-01T00:00:00Z") + id * 60_000,
  serial: 0,
});

const product = (id: number, kind: string, ...skus: Sku[]): Product => ({ id, kind, isOnSale: true, skus });

/** Product 1 is the cheapest, product 3 has the smallest stock, and product 6 has left the shelf. */
export const startingProducts = (): Product[] => [
  product(1, "card_key", sku(11, "5.25", 40), sku(12, "6.00", 40)),
  product(2, "card_key", sku(21, "7.50", 30)),
  product(3, "card_key", sku(31, "9.90", 3)),
  product(4, "none", sku(41, "20.00", plenty)),
  product(5, "text", sku(51, "30.00", plenty)),
  { ...product(6, "card_key", sku(61, "1.00", 5)), isOnSale: false },
];

export const toCents = (text: string): bigint => BigInt(text.replace(".", ""));

export const toMoney = (cents: bigint): string => {
  const text = cents.toString().padStart(3, "0");
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
};
