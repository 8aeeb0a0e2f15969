import type { Tx } from "../db/transaction";

/** The oldest mails that were given up, locked; those that another call holds are passed over. One-time codes have ended by then. */
export const lockFailedMails = async (tx: Tx, limit: number): Promise<number[]> => {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM mails WHERE status = 'failed' AND kind <> 'code' ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
  return rows.map(({ id }) => id);
};

/** Their jobs, in one statement. */
export const queueMails = async (tx: Tx, ids: readonly number[], attempts: number): Promise<void> => {
  await tx.$queryRaw`
    SELECT (graphile_worker.add_job('mail.send', json_build_object('mailId', id), max_attempts => ${attempts}::int,
      job_key => 'mail.send:' || id)).id FROM unnest(${[...ids]}::int[]) AS id`;
};
