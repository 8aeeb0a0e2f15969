/** In Prisma's words: rows made from then on, and before then. */
export const createdBetween = ({ from, to }: { from?: Date | undefined; to?: Date | undefined }) =>
  from || to ? { createdAt: { ...(from ? { gte: from } : {}), ...(to ? { lt: to } : {}) } } : {};
