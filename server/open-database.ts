import { signAuditLog } from "@/lib/acts/record-audit";
import { getConfig, resetConfig } from "@/lib/config/config";
import { publishDatabaseUrl } from "@/lib/config/env";
import { withdrawNewSecrets } from "@/lib/config/secrets";
import { directAddress, disconnect } from "@/lib/db/client";
import { connectionProblem } from "@/lib/db/connections/connection-problem";
import { letShopIn } from "@/lib/db/embedded/shop-role";
import { startEmbedded } from "@/lib/db/embedded/start-embedded";
import { migrate } from "@/lib/db/migrations/migrate";
import { MigrationError } from "@/lib/db/migrations/migration-error";
import { requireDirectAddress } from "@/lib/db/migrations/require-server";
import { checkKeys } from "@/lib/db/sealed/verify-master-key";
import { say } from "./say";
import type { Stopping } from "./stopping";
import { rehearseUpdate } from "./update-safely";

/** For everything that this process does from now on, and for the processes that it starts. */
function workAt(url: string): void {
  publishDatabaseUrl(url);
  resetConfig();
}

/** The database of the configuration, or the embedded one; with the newest schema. Returns the address that the shop works at. */
export async function openDatabase(stopping: Stopping): Promise<string> {
  const { database, dataDir } = getConfig();
  let { url } = database;
  if (!url) {
    const embedded = await startEmbedded({
      dataDir,
      onCrash: (error) => {
        say(error.message, "error");
        void stopping.stop().then(() => process.exit(1));
      },
    });
    stopping.add("the database", embedded.stop, embedded.kill);
    url = embedded.url;
    workAt(url);
  } else {
    await requireDirectAddress(url, database.directUrl).catch((error: unknown) => {
      throw error instanceof MigrationError ? error : connectionProblem(error);
    });
  }
  await rehearseUpdate(directAddress()).finally(disconnect);
  const applied = await migrate(directAddress());
  if (applied.length > 0) say(`Database: ${applied.length} migrations applied.`);
  if (!database.url) {
    url = await letShopIn(url);
    workAt(url);
  }
  stopping.add("the connections", disconnect);
  await checkKeys().catch((error: unknown) => {
    withdrawNewSecrets();
    throw error;
  });
  await signAuditLog();
  return url;
}
