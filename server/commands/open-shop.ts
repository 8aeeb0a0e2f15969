import { existsSync } from "node:fs";
import path from "node:path";
import { getConfig, readGiven, resetConfig } from "@/lib/config/config";
import { publishDatabaseUrl } from "@/lib/config/env";
import { secretsFileOf } from "@/lib/config/secrets";
import { setLogLevel } from "@/lib/core/process/log";
import { directAddress, disconnect } from "@/lib/db/client";
import { openBeside } from "@/lib/db/embedded/running";
import { pendingMigrations } from "@/lib/db/migrations/migrate";
import { checkKeys } from "@/lib/db/sealed/verify-master-key";
import { StartError } from "../door/front-door";
import { explain } from "./explain";

/** Session of every command. */
export interface Session {
  /** Where the command was given: paths of the command line start there. */
  resolve(file: string): string;
  /** `value` for programs (--json), `text` for people. */
  print(value: unknown, text: string): void;
  /**
   * Runs `work` on the shop's database, which is started for that long when no shop runs on it. `isNew`: it may be empty, and
   * the keys of this host are not asked for. `asOwner`: as the owner of an embedded database, where others work as the shop's role.
   */
  withShop<T>(work: () => Promise<T>, options?: { isNew?: boolean; asOwner?: boolean }): Promise<T>;
}

/**
 * A command belongs to a shop that is there: what is missing is told before the configuration is read, and nothing is made.
 * @throws StartError
 */
export function requireShop({ isNew }: { isNew: boolean }): void {
  const parsed = readGiven();
  const { dataDir } = parsed;
  const elsewhere = "Name its configuration with --config, or set data_dir or database.url.";
  if (!parsed.database.url && !existsSync(path.join(dataDir, "database.json")))
    throw new StartError(`There is no shop in ${dataDir}. ${elsewhere}`);
  const secrets = secretsFileOf(dataDir);
  if (!isNew && !parsed.security.masterKey && !existsSync(secrets)) {
    throw new StartError(
      `There is no ${secrets}, and nothing that the shop has sealed can be read without it. ${elsewhere} If the file was lost, ` +
        "restore it from a copy.",
    );
  }
}

async function openDatabase(asOwner: boolean): Promise<() => Promise<void>> {
  const { database, dataDir } = getConfig();
  if (database.url) return async () => undefined;
  const opened = await openBeside(dataDir, asOwner ? "owner" : "shop");
  publishDatabaseUrl(opened.url);
  resetConfig();
  return opened.close;
}

/** Names the schema as the cause of an error that has no sentence of its own, where it is that of a former version. */
async function explainSchema(error: unknown): Promise<unknown> {
  if (explain(error) !== error) return error;
  const pending = await pendingMigrations(directAddress()).catch(() => []);
  if (pending.length === 0) return error;
  return new StartError(
    `The database has the schema of a former version (${pending.length} migrations are not applied). Start the shop of this ` +
      "version once, or give the command with the former one.",
    { cause: error },
  );
}

export function startSession(invokedFrom: string, isJson: () => boolean): Session {
  return {
    resolve: (file) => path.resolve(invokedFrom, file),
    print(value, text) {
      process.stdout.write(`${isJson() ? JSON.stringify(value) : text}\n`);
    },
    async withShop(work, { isNew = false, asOwner = false } = {}) {
      requireShop({ isNew });
      setLogLevel("error");
      const close = await openDatabase(asOwner);
      try {
        if (!isNew) await checkKeys();
        return await work();
      } catch (error) {
        throw await explainSchema(error);
      } finally {
        await disconnect();
        await close();
      }
    },
  };
}
