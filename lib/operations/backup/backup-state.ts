import { now } from "../../core/clock";
import { noteOrNull, readNotedOrNull } from "../../core/refusals/noted";
import type { Told } from "../../core/refusals/refusal";
import { db } from "../../db/client";
import { inTransaction, type Reader } from "../../db/transaction";
import { endAlert, raiseAlert } from "../../notifications/alerts/raise-alert";

/** Facts of the newest backup: for the overview, the metrics and the alert. */
export interface BackupState {
  /** When the last backup that could be stored was made. */
  lastGoodAt: string | null;
  lastName: string | null;
  bytes: number | null;
  /** When a backup was last restored beside the shop and found whole. */
  checkedAt: string | null;
  checkedName: string | null;
  /** Newest migration of the version that restored it. */
  checkedSchema: string | null;
  /** Problem of the last try; `null`: there was none. */
  problem: Told | null;
  triedAt: string | null;
}

const none: BackupState = {
  lastGoodAt: null,
  lastName: null,
  bytes: null,
  checkedAt: null,
  checkedName: null,
  checkedSchema: null,
  problem: null,
  triedAt: null,
};

/** As it stands in the row. */
type KeptState = Partial<Omit<BackupState, "problem"> & { problem: string | null }>;

const key = "backupState";
const tooOldMs = 26 * 3_600_000;

async function readIn(reader: Reader): Promise<BackupState> {
  const row = await reader.setting.findUnique({ where: { key } });
  const { problem = null, ...kept } = (row?.value ?? {}) as KeptState;
  return { ...none, ...kept, problem: readNotedOrNull(problem) };
}

export const readBackupState = (): Promise<BackupState> => readIn(db());

export async function noteBackup(change: Partial<BackupState>): Promise<void> {
  await inTransaction(async (tx) => {
    const state = { ...(await readIn(tx)), ...change };
    const value: KeptState = { ...state, problem: noteOrNull(state.problem) };
    await tx.setting.upsert({
      where: { key },
      create: { key, value, updatedAt: now() },
      update: { value, updatedAt: now() },
    });
  });
}

export const isBackupOld = (madeAt: Date): boolean => now().getTime() - madeAt.getTime() > tooOldMs;

/** Raised while the newest good backup is older than a day and a bit, or none was ever made although they should be. */
export async function watchBackups(since: Date): Promise<void> {
  const { lastGoodAt, problem } = await readBackupState();
  const last = lastGoodAt ? new Date(lastGoodAt) : since;
  await inTransaction(async (tx) => {
    if (!isBackupOld(last)) return endAlert(tx, "backup.old");
    await raiseAlert(tx, {
      kind: "backup.old",
      data: { lastGoodAt, problem },
      dedupeKey: "backup.old",
    });
  });
}
