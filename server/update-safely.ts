import { getConfig } from "@/lib/config/config";
import { now } from "@/lib/core/clock";
import { pendingMigrations } from "@/lib/db/migrations/migrate";
import { readBackupState } from "@/lib/operations/backup/backup-state";
import { makeBackup, proveBackup } from "@/lib/operations/backup/make-backup";
import { StartError } from "./door/front-door";
import { say } from "./say";

/** A rehearsal beside the shop that still sold, as `keyshelf update` makes it, need not be repeated while it is away. */
const rehearsedForMs = 3_600_000;

async function wasRehearsed(newest: string | undefined): Promise<boolean> {
  const { checkedAt, checkedSchema, problem } = await readBackupState();
  return (
    problem === null &&
    checkedAt !== null &&
    checkedSchema === newest &&
    now().getTime() - new Date(checkedAt).getTime() < rehearsedForMs
  );
}

/**
 * Before a newer version changes the schema of a shop: a backup, and the migrations on a copy of it beside the shop.
 * @throws StartError when they fail there; the shop itself is as it was
 */
export async function rehearseUpdate(url: string): Promise<void> {
  if (!getConfig().backup.beforeUpdate) return;
  const pending = await pendingMigrations(url);
  if (pending.length === 0 || (await wasRehearsed(pending.at(-1)))) return;
  say(`A newer version: ${pending.length} migrations. Making a backup and trying them on a copy …`);
  const failed = (reason: string, error?: unknown) =>
    new StartError(
      `The update was tried on a copy of the shop and failed: ${reason}\nNothing was changed; start the former version. ` +
        "(backup.before_update: false skips this.)",
      { cause: error },
    );
  const { name, where } = await makeBackup().catch((error: Error) => {
    throw failed(error.message, error);
  });
  const proof = await proveBackup(name).catch((error: Error) => {
    throw failed(error.message, error);
  });
  const wrong = proof.findings.filter(({ ok }) => !ok).map(({ check, detail }) => `${check}: ${detail}`);
  if (wrong.length > 0) throw failed(wrong.join("; "));
  say(`The backup ${where}/${name} was restored and brought up to date beside the shop.`);
}
