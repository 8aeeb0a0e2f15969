import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { ConfigError, readYaml } from "./load-config";

export interface StoredSecrets {
  masterKey: string;
  jwtSecret: string;
  previousMasterKeys?: string[];
}

const heading = `# Generated once. Whoever has this file can read every sold key, and without it nobody can:
# keep a copy apart from the backups of the database.
`;

/**
 * The secrets of this installation from `<dataDir>/secrets.yaml`, generated when there are none. `link` makes the
 * finished file appear at once, so of two processes that start together the second reads what the first wrote.
 */
export function readOrCreateSecrets(dataDir: string): StoredSecrets {
  const file = path.join(dataDir, "secrets.yaml");
  if (!existsSync(file)) create(dataDir, file);
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  const { masterKey, jwtSecret, previousMasterKeys } = readYaml(file);
  if (typeof masterKey !== "string" || typeof jwtSecret !== "string") {
    throw new ConfigError(
      `${file} must hold master_key and jwt_secret. Restore it from a copy; do not make a new one.`,
    );
  }
  return { masterKey, jwtSecret, ...(Array.isArray(previousMasterKeys) ? { previousMasterKeys } : {}) };
}

const yamlOf = ({ masterKey, jwtSecret, previousMasterKeys = [] }: StoredSecrets) =>
  [
    heading.trimEnd(),
    `master_key: "${masterKey}"`,
    `jwt_secret: "${jwtSecret}"`,
    ...(previousMasterKeys.length > 0 ? [`previous_master_keys: ${JSON.stringify(previousMasterKeys)}`] : []),
    "",
  ].join("\n");

/** Replaces `<dataDir>/secrets.yaml` in one step, so that no reader sees half of it. */
export function writeSecrets(dataDir: string, secrets: StoredSecrets): void {
  const file = path.join(dataDir, "secrets.yaml");
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, yamlOf(secrets), { mode: 0o600 });
  renameSync(draft, file);
}

function create(dataDir: string, file: string): void {
  const draft = path.join(dataDir, `.secrets-${process.pid}-${randomBytes(4).toString("hex")}`);
  try {
    mkdirSync(dataDir, { recursive: true });
    const secrets = {
      masterKey: randomBytes(32).toString("hex"),
      jwtSecret: randomBytes(32).toString("hex"),
    };
    writeFileSync(draft, yamlOf(secrets), { mode: 0o600, flag: "wx" });
    linkSync(draft, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    throw new ConfigError(
      `The secrets of this shop cannot be written to ${file} (${code ?? "unknown reason"}).`,
    );
  } finally {
    rmSync(draft, { force: true });
  }
}
