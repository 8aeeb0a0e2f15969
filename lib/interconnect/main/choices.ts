/** Ends of a release of a held order. */
export const releaseResults = ["released", "not_held", "deposit_short", "out_of_stock"] as const;
