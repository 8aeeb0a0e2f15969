import { readOrCreateSecrets } from "@/lib/config/secrets";
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from "@/lib/db/embedded/start-embedded";

/**
 * The embedded database of a shop that this program opens by itself. Its secrets are made first, because a start refuses a
 * folder that has a database and no secrets.
 */
export function startNewDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  readOrCreateSecrets(options.dataDir);
  return startEmbedded(options);
}
