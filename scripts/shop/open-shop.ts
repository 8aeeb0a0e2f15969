import { existsSync } from "node:fs";
import path from "node:path";
import { getConfig, resetConfig } from "@/lib/config/config";
import { publishDatabaseUrl } from "@/lib/config/env";
import { setLogLevel } from "@/lib/core/log";
import { disconnect } from "@/lib/db/client";
import { openBeside } from "@/lib/db/embedded/running";
import { checkKeys } from "@/lib/db/verify-master-key";
import { StartError } from "../front-door";

/** What every command gets. */
export interface Session {
  /** Where the command was given: paths of the command line start there. */
  resolve(file: string): string;
  /** `value` for programs (--json), `text` for people. */
  print(value: unknown, text: string): void;
  /**
   * Runs `work` on the shop's database, which is started for that long when no shop runs on it. `isNew`: it may be empty, and
   * the keys of this host are not asked for.
   */
  withShop<T>(work: () => Promise<T>, options?: { isNew?: boolean }): Promise<T>;
}

async function openDatabase(): Promise<() => Promise<void>> {
  const { database, dataDir } = getConfig();
  if (database.url) return async () => undefined;
  if (!existsSync(path.join(dataDir, "database.json"))) {
    throw new StartError(
      `There is no shop in ${dataDir}. Name its configuration with --config, or set data_dir or database.url.`,
    );
  }
  const opened = await openBeside(dataDir);
  publishDatabaseUrl(opened.url);
  resetConfig();
  return opened.close;
}

export function startSession(invokedFrom: string, isJson: () => boolean): Session {
  return {
    resolve: (file) => path.resolve(invokedFrom, file),
    print(value, text) {
      process.stdout.write(`${isJson() ? JSON.stringify(value) : text}\n`);
    },
    async withShop(work, { isNew = false } = {}) {
      setLogLevel("error");
      const close = await openDatabase();
      try {
        if (!isNew) await checkKeys();
        return await work();
      } finally {
        await disconnect();
        await close();
      }
    },
  };
}
