import { spawn } from "node:child_process";
import path from "node:path";
import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { log } from "../../core/log";
import { readBackupState } from "./backup-state";

const leastApartMs = 20 * 3_600_000;

/** In the hour of the configuration, and once a night however many processes ask. */
export async function isBackupDue(): Promise<boolean> {
  const { nightly, hour } = getConfig().backup;
  if (!nightly || now().getUTCHours() !== hour) return false;
  const { triedAt } = await readBackupState();
  return triedAt === null || now().getTime() - Date.parse(triedAt) > leastApartMs;
}

/** In a process of its own: its memory and processor time are not taken from requests. */
function runCommand(args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const program = path.resolve(/* turbopackIgnore: true */ "scripts/shop.mjs");
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

/** Makes a backup and restores it beside the shop; a failure is stored in its state and raises an alert. */
export async function backupByNight(): Promise<void> {
  if (!(await isBackupDue())) return;
  const { code, output } = await runCommand(["--json", "backup", "--prove"]);
  if (code === 0) log.info("the nightly backup was made and restored beside the shop");
  else log.error({ reason: output }, "the nightly backup failed");
}
