import type { AdminActor } from "../../acts/actor";
import { hasPermission } from "../../acts/permissions";
import type { AdminProduct } from "./schema";

export const mayReadCosts = (actor: AdminActor): boolean => hasPermission(actor, "profit:read");

type Cost = { cost_price?: unknown };

const withoutCost = <S extends Cost>({ cost_price: _, ...sku }: S): Omit<S, "cost_price"> => sku;

/** A product for this reader: its costs are left out where they are not to be seen. */
export const productFor = (actor: AdminActor, product: AdminProduct): AdminProduct =>
  mayReadCosts(actor) ? product : { ...product, skus: product.skus.map(withoutCost) };

/** Leaves out of a change what its author may not see, so that nobody overwrites it unseen. */
export const changeBy = <S extends Cost>(actor: AdminActor, input: S): S | Omit<S, "cost_price"> =>
  mayReadCosts(actor) ? input : withoutCost(input);

/** The same of options that are there; of a new one whoever makes it says what it costs. */
export const optionsBy = <S extends Cost & { id?: number | undefined }>(
  actor: AdminActor,
  skus: readonly S[],
): (S | Omit<S, "cost_price">)[] => skus.map((sku) => (sku.id === undefined ? sku : changeBy(actor, sku)));
