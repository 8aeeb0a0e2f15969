import { spawn } from "node:child_process";
import path from "node:path";
import { getConfig } from "../../config/config";
import { isRelease } from "../../config/home";
import { now } from "../../core/clock";
import { log } from "../../core/process/log";
import { db } from "../../db/client";
import { describeDatabase } from "../sql/health";
import { type BackupState, readBackupState } from "./backup-state";

const leastApartMs = 20 * 3_600_000;
/** From this size on a proof takes the machine long enough that one a week has to do. */
const largeBytes = 2 * 1024 ** 3;
/** Half a day less than a week: the nightly hour comes round a little earlier or later. */
const proofsApartMs = 6.5 * 24 * 3_600_000;

/** In the hour of the configuration, and once a night however many processes ask. */
export async function isBackupDue(): Promise<boolean> {
  const { nightly, hour } = getConfig().backup;
  if (!nightly || now().getUTCHours() !== hour) return false;
  const { triedAt } = await readBackupState();
  return triedAt === null || now().getTime() - Date.parse(triedAt) > leastApartMs;
}

/** Whether the backup of tonight is restored, too: always, and of a large shop once a week. */
export const isProofDue = ({ checkedAt }: Pick<BackupState, "checkedAt">, databaseBytes: number): boolean =>
  databaseBytes < largeBytes || checkedAt === null || now().getTime() - Date.parse(checkedAt) > proofsApartMs;

/** In a process of its own: its memory and processor time are not taken from requests. */
function runCommand(args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const program = path.resolve(
      /* turbopackIgnore: true */ isRelease() ? "bin/keyshelf.mjs" : "scripts/shop.mjs",
    );
    const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output = (output + chunk.toString("utf8")).slice(-4000);
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output: output.trim() }));
  });
}

/** Makes a backup and proves it when that is due; a failure is stored in its state and raises an alert. */
export async function backupByNight(): Promise<void> {
  if (!(await isBackupDue())) return;
  const bytes = (await describeDatabase(db(), now()))?.bytes ?? 0;
  const isProven = isProofDue(await readBackupState(), bytes);
  const { code, output } = await runCommand(["--json", "backup", ...(isProven ? ["--prove"] : [])]);
  if (code === 0) log.info({ proven: isProven }, "the nightly backup was made");
  else log.error({ reason: output }, "the nightly backup failed");
}
