import { z } from "zod";
import { now } from "../../core/clock";
import { db } from "../../db/client";

/** How far the sales of this database are written to the journal; in the database, so that a restored one says it of itself. */
const journalState = z.object({
  /** A line of time: after a restore another one begins, in which the ids of sales are given again. */
  epoch: z.string(),
  /** Every sale up to this id is written, and none will ever come below it. */
  writtenId: z.int(),
  /** Every sale before this moment is written. */
  completeAt: z.string(),
});
export type JournalState = z.infer<typeof journalState>;

const key = "salesJournal";

export async function readJournalState(): Promise<JournalState | null> {
  const row = await db().setting.findUnique({ where: { key } });
  return row && journalState.parse(row.value);
}

/** @returns false when another process has moved it on meanwhile */
export async function moveJournalState(from: JournalState | null, to: JournalState): Promise<boolean> {
  const value = { ...to };
  if (from === null) {
    const { count } = await db().setting.createMany({
      data: { key, value, updatedAt: now() },
      skipDuplicates: true,
    });
    return count === 1;
  }
  const { count } = await db().setting.updateMany({
    where: { key, value: { equals: { ...from } } },
    data: { value, updatedAt: now() },
  });
  return count === 1;
}
