import { exec } from "node:child_process";
import { promisify } from "node:util";

const longestMs = 90_000;

/** Runs a command of the one who asked for this check, and waits until `isUp` says so. */
export async function restart(command, isUp) {
  console.log(`           ${command}`);
  await promisify(exec)(command, { timeout: longestMs });
  for (const end = Date.now() + longestMs; ; ) {
    const isThere = await isUp().catch(() => false);
    if (isThere) return;
    if (Date.now() > end) throw new Error("The program did not come back within 90 seconds");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
