import { z } from "zod";

const stored = z.object({ bundle: z.object({ percent: z.int().nullable() }) });

/** Off the sum of the parts; null where the bundle has a price of its own. */
export const percentOf = (fulfillerSettings: unknown): number | null =>
  stored.safeParse(fulfillerSettings).data?.bundle.percent ?? null;
