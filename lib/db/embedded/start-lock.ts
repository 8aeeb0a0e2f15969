import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { isAlive } from "./processes";

/** After a reboot the number in the file may belong to anybody; no start takes this long. */
const longest = 180_000;

/**
 * One start at a time on a data folder. Between the launch of a server and the moment its Keyshelf owns it, a second
 * start would take it for the orphan of a killed one.
 */
export async function withStartLock<T>(dataDir: string, start: () => Promise<T>): Promise<T> {
  const file = path.join(dataDir, "database.starting");
  await mkdir(dataDir, { recursive: true });
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: "wx", mode: 0o600 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const since = await stat(file).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    const holder = Number(await readFile(file, "utf8").catch(() => ""));
    // Empty = just being written.
    if (holder > 0 && (holder === process.pid || !isAlive(holder) || since > longest))
      await rm(file, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, 50));
  }
  try {
    return await start();
  } finally {
    await rm(file, { force: true });
  }
}
