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
import { codeOf } from "../core/process/thrown";
import { ConfigError, readYaml } from "./load-config";

export interface StoredSecrets {
  masterKey: string;
  jwtSecret: string;
  previousMasterKeys?: string[];
}

const heading = `# Generated once. Whoever has this file can read every sold key, and without it nobody can:
# keep a copy apart from the backups of the database.
`;

export const secretsFileOf = (dataDir: string) => path.join(dataDir, "secrets.yaml");

let isKept = true;
let made: string | null = null;

/** For a command, which belongs to a shop that is there: secrets that it makes up are nobody's. */
export function keepNoNewSecrets(): void {
  isKept = false;
}

/** For a start that is refused: the file that it made would stand where the shop's own has to be put again. */
export function withdrawNewSecrets(): void {
  if (made) rmSync(made, { force: true });
  made = null;
}

const newSecrets = (): StoredSecrets => ({
  masterKey: randomBytes(32).toString("hex"),
  jwtSecret: randomBytes(32).toString("hex"),
});

/**
 * The secrets of this installation from `<dataDir>/secrets.yaml`, generated when there are none. `link` makes the
 * finished file appear at once, so of two processes that start together the second reads what the first wrote.
 * @throws ConfigError when the folder has a database and no file (unless `hasMasterKey`): it was lost, and a new one opens nothing
 */
export function readOrCreateSecrets(dataDir: string, { hasMasterKey = false } = {}): StoredSecrets {
  const file = secretsFileOf(dataDir);
  if (!existsSync(file)) {
    if (!isKept) return newSecrets();
    if (!hasMasterKey && existsSync(path.join(dataDir, "database.json"))) {
      throw new ConfigError(
        `${file} is gone, and nothing that the shop in ${dataDir} has sealed can be read without it. Restore it from a copy.`,
      );
    }
    create(dataDir, file);
  }
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
  const file = secretsFileOf(dataDir);
  const draft = `${file}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, yamlOf(secrets), { mode: 0o600 });
  renameSync(draft, file);
}

function create(dataDir: string, file: string): void {
  const draft = path.join(dataDir, `.secrets-${randomBytes(4).toString("hex")}`);
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(draft, yamlOf(newSecrets()), { mode: 0o600, flag: "wx" });
    linkSync(draft, file);
    made = file;
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") return;
    throw new ConfigError(
      `The secrets of this shop cannot be written to ${file} (${code ?? "unknown reason"}).`,
    );
  } finally {
    rmSync(draft, { force: true });
  }
}
