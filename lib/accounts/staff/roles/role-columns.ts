/** Columns of a member of staff that say what an actor may do. */
export const roleColumns = {
  role: true,
  ownRole: {
    select: { id: true, name: true, permissions: true, actLimitCents: true, dayLimitCents: true },
  },
} as const;
