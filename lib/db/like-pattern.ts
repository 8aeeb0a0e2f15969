/** O21: `% _ \` mean themselves. Prisma's `contains` puts its own wildcards round the text but does not escape what is in it. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
