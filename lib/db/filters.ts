/** O21: `% _ \` mean themselves. Prisma's `contains` puts its own wildcards round the text but does not escape what is in it. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** In Prisma's words: rows made from then on, and before then. */
export const createdBetween = ({ from, to }: { from?: Date | undefined; to?: Date | undefined }) =>
  from || to ? { createdAt: { ...(from ? { gte: from } : {}), ...(to ? { lt: to } : {}) } } : {};
