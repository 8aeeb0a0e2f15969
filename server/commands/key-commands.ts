import { randomBytes } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Command, InvalidArgumentError } from "commander";
import { getConfig, readGiven, resetConfig } from "@/lib/config/config";
import { shopCommand } from "@/lib/config/home";
import { readOrCreateSecrets, writeSecrets } from "@/lib/config/secrets";
import { checkKeys } from "@/lib/db/sealed/verify-master-key";
import { exportSecrets } from "@/lib/stock/export-secrets";
import { secretStatus } from "@/lib/stock/schema";
import { StartError } from "../door/front-door";
import { importCommand } from "./import-command";
import { requireShop, type Session } from "./open-shop";
import { optionId } from "./option-id";

function status(text: string) {
  const parsed = secretStatus.safeParse(text);
  if (!parsed.success)
    throw new InvalidArgumentError(`It must be one of ${secretStatus.options.join(", ")}.`);
  return parsed.data;
}

interface ExportOptions {
  sku: number;
  status: ReturnType<typeof status>;
  to?: string;
  separator?: string;
}

/** The key of `secrets.yaml` moves to the former ones, and a new one takes its place. */
function rotate(): string {
  requireShop({ isNew: false });
  const { security } = readGiven();
  if (security.masterKey) {
    throw new StartError(
      "The master key is set in the configuration (security.master_key): put a new one there (openssl rand -hex 32) " +
        "and the old one in front of security.previous_master_keys, then restart.",
    );
  }
  const { dataDir } = getConfig();
  const { masterKey, jwtSecret, previousMasterKeys = [] } = readOrCreateSecrets(dataDir);
  writeSecrets(dataDir, {
    masterKey: randomBytes(32).toString("hex"),
    jwtSecret,
    previousMasterKeys: [masterKey, ...previousMasterKeys],
  });
  return dataDir;
}

export function keyCommands(program: Command, session: Session): void {
  const { print, resolve, withShop } = session;
  importCommand(program, session);
  program
    .command("export-keys")
    .description("print the keys of a SKU in clear, one a line; it is written to the audit log")
    .requiredOption("--sku <id>", "the SKU's number", optionId)
    .option("--status <status>", secretStatus.options.join(", "), status, "available")
    .option("--separator <line>", "a line of its own after each key, for keys of several lines")
    .option("--to <file>", "into a new file that only you can read, instead of the terminal")
    .action(({ sku, status: wanted, to, separator }: ExportOptions) =>
      withShop(async () => {
        // Before the audit log says that keys were handed out.
        const file = to ? await open(resolve(to), "wx", 0o600) : null;
        try {
          const lines = await exportSecrets("system", null, {
            skuId: sku,
            status: wanted,
            batchId: undefined,
            separator: separator?.trim(),
          });
          const output = file ? file.createWriteStream() : process.stdout;
          await pipeline(Readable.from(lines), output, { end: file !== null });
        } catch (error) {
          if (to && file) await file.close().then(() => rm(resolve(to), { force: true }));
          throw error;
        }
      }),
    );
  program
    .command("rotate-master-key")
    .description("make a new master key in data_dir/secrets.yaml; restart the shop afterwards")
    .option("--finish", "drop the former keys, when nothing is sealed with them any more")
    .action(async ({ finish }: { finish?: boolean }) => {
      if (!finish) {
        const dataDir = rotate();
        print(
          { rotated: true },
          `There is a new master key in ${dataDir}/secrets.yaml, and the old one beside it. Copy that file to where you ` +
            "keep it, and restart every process of the shop. Everything is sealed anew in the background; an alert in the " +
            `admin says when it is done. Then: ${shopCommand("rotate-master-key --finish")}`,
        );
        return;
      }
      requireShop({ isNew: false });
      const { dataDir } = getConfig();
      const { masterKey, jwtSecret, previousMasterKeys = [] } = readOrCreateSecrets(dataDir);
      if (previousMasterKeys.length === 0) throw new StartError("secrets.yaml lists no former master keys.");
      writeSecrets(dataDir, { masterKey, jwtSecret });
      resetConfig();
      try {
        // Looks for values that still need a former key, and refuses.
        await withShop(checkKeys);
      } catch (error) {
        writeSecrets(dataDir, { masterKey, jwtSecret, previousMasterKeys });
        throw error;
      }
      print(
        { finished: true },
        "The former master keys are gone from secrets.yaml. Keep them with the backups of their time.",
      );
    });
}
