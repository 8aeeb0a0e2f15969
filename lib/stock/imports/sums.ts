import { z } from "zod";

const sums = z.record(z.string(), z.int());

/** Numbers of an import by an option's id or by a reason, as its row keeps them. */
export const readSums = (stored: unknown): Record<string, number> => sums.parse(stored);
