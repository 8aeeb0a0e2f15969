import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { shopCommand } from "../../config/home";
import { log } from "../../core/process/log";
import type { Binaries } from "./binaries";
import { EmbeddedError, fileProblem } from "./embedded-error";
import { giveTo, type Place, removeHalfDone } from "./place";
import { run } from "./processes";

/** The release of the server that this Keyshelf was tested with. */
const knownMinimum = [18, 4] as const;

export const databaseUser = "keyshelf";

/**
 * Makes the cluster beside its place and moves it there when it is whole, so that a half-done one is never opened. One that need
 * not outlive a power cut does not wait for the disk.
 */
export async function initialiseCluster(binaries: Binaries, place: Place, isLasting: boolean): Promise<void> {
  // Written beside the cluster: when that is gone, a volume is not mounted or a restore was not whole.
  const mark = `${place.cluster}.made`;
  if (existsSync(path.join(place.cluster, "PG_VERSION"))) {
    await checkCluster(binaries, place);
    if (!existsSync(mark))
      await writeFile(mark, "").catch((error) => Promise.reject(fileProblem(error, mark)));
    return;
  }
  if (!place.isNew && existsSync(mark)) {
    throw new EmbeddedError(
      `The database of this shop should stand in ${place.cluster}, and that folder is gone. Restore it from a backup, ` +
        `or delete ${path.join(place.dataDir, "database.json")} to begin with an empty database.`,
    );
  }
  const draft = `${place.cluster}.new-${process.pid}`;
  const passwordFile = `${draft}.password`;
  try {
    await removeHalfDone(place);
    await mkdir(draft, { mode: 0o700 });
    await giveTo(place.account, draft);
    await writeFile(passwordFile, place.password, { mode: 0o600 });
    await giveTo(place.account, passwordFile);
    const args = [
      `--pgdata=${draft}`,
      `--username=${databaseUser}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // The same order of text on every system, whatever locales it has.
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      ...(isLasting ? [] : ["--no-sync"]),
    ];
    const { code, output } = await run(binaries.initdb, args, { account: place.account, cwd: draft });
    if (code !== 0) throw initialiseProblem(output, place);
    await rename(draft, place.cluster).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
    await writeFile(mark, "");
  } catch (error) {
    throw fileProblem(error, path.dirname(place.cluster));
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

function initialiseProblem(output: string, place: Place): EmbeddedError {
  if (/No space left on device|disk quota/i.test(output)) {
    return new EmbeddedError(
      `The disk that holds ${place.cluster} is full. Free some space and start again.`,
    );
  }
  if (/could not look up effective user ID/i.test(output)) {
    return new EmbeddedError(
      `PostgreSQL makes a database only for a user who has a name, and user ${process.geteuid?.()} of this container or machine has none. ` +
        "Start Keyshelf as one that has (in its image: 1000), or set database.url to a PostgreSQL server.",
    );
  }
  const line = output.match(/^.*(error|fatal):.*$/im)?.[0] ?? output.trim().split("\n").at(-1) ?? "";
  return new EmbeddedError(`The embedded database could not be set up in ${place.cluster}: ${line.trim()}`);
}

async function checkCluster(binaries: Binaries, place: Place): Promise<void> {
  const made = (await readFile(path.join(place.cluster, "PG_VERSION"), "utf8")).trim();
  const { output } = await run(binaries.postgres, ["--version"], { account: place.account, cwd: "/" });
  const [, major, minor] = output.match(/(\d+)\.(\d+)/) ?? [];
  if (`${major}` === String(knownMinimum[0]) && Number(minor) < knownMinimum[1]) {
    log.warn(
      { version: `${major}.${minor}`, at_least: knownMinimum.join(".") },
      "the embedded database server is older than the one that this Keyshelf was released with: install its packages again",
    );
  }
  if (major && major !== made) {
    throw new EmbeddedError(
      `The database in ${place.cluster} was made by PostgreSQL ${made} and this Keyshelf brings ${major}. ` +
        `Start the former version, make a backup there (${shopCommand("backup")}) and restore it here (${shopCommand("restore")}).`,
    );
  }
}

/** `database.json` was lost and the cluster was not: the owner of the files may set a new password. */
export async function setPassword(binaries: Binaries, place: Place): Promise<void> {
  const { code, output } = await run(
    binaries.postgres,
    ["--single", "-D", place.cluster, "-c", "log_min_messages=fatal", "postgres"],
    {
      account: place.account,
      cwd: place.cluster,
      input: `ALTER ROLE ${databaseUser} PASSWORD '${place.password}'\n`,
    },
  );
  if (code !== 0)
    throw new EmbeddedError(`The database in ${place.cluster} could not be opened: ${output.trim()}`);
}
