import path from "node:path";
import { type Keyring, setKeyring } from "../core/crypto";
import { readEnvironment } from "./env";
import { homeFolder } from "./home";
import { ConfigError, loadConfig } from "./load-config";
import { configSchema, type ParsedConfig } from "./schema";
import { readOrCreateSecrets } from "./secrets";

type Immutable<T> = T extends Uint8Array
  ? T
  : T extends (infer Item)[]
    ? readonly Immutable<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Immutable<T[Key]> }
      : T;

/** Configuration that the rest of the code sees: nothing left open that has a default. */
export type Config = Immutable<
  Omit<ParsedConfig, "server" | "security"> & {
    server: Omit<ParsedConfig["server"], "baseUrl"> & { baseUrl: string };
    security: { masterKey: Uint8Array; previousMasterKeys: Uint8Array[]; jwtSecret: string };
  }
>;

let current: Config | undefined;

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value)) {
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  }
  return value;
}

/** The configuration as it was given, before anything is made for what it leaves open. @throws ConfigError */
export function readGiven(): ParsedConfig {
  const directory = homeFolder();
  const parsed = loadConfig({ environment: readEnvironment(), directory });
  // Not for the bundler: without the remark it would trace the whole project into the build.
  return { ...parsed, dataDir: path.resolve(/* turbopackIgnore: true */ directory, parsed.dataDir) };
}

function read(): Config {
  const parsed = readGiven();
  return freeze<Config>({
    ...parsed,
    server: { ...parsed.server, baseUrl: parsed.server.baseUrl ?? `http://localhost:${parsed.server.port}` },
    security: completeSecrets(parsed.security, parsed.dataDir),
  });
}

function completeSecrets(given: ParsedConfig["security"], dataDir: string): Config["security"] {
  const { masterKey, jwtSecret, previousMasterKeys } = given;
  if (masterKey && jwtSecret) return { masterKey, jwtSecret, previousMasterKeys };
  const stored = configSchema.shape.security.safeParse(
    readOrCreateSecrets(dataDir, { hasMasterKey: masterKey !== undefined && masterKey !== null }),
  );
  if (!stored.success || !stored.data?.masterKey || !stored.data.jwtSecret) {
    throw new ConfigError(
      `The secrets in ${path.join(dataDir, "secrets.yaml")} are damaged. Restore the file from a copy.`,
    );
  }
  return {
    masterKey: masterKey ?? stored.data.masterKey,
    jwtSecret: jwtSecret ?? stored.data.jwtSecret,
    previousMasterKeys: [...previousMasterKeys, ...stored.data.previousMasterKeys],
  };
}

/**
 * The configuration, read and checked at the first call and the same from then on. Nothing is read at import time,
 * so that a build needs no secrets. @throws ConfigError with one text for the operator
 */
export function getConfig(): Config {
  current ??= read();
  return current;
}

/** For tests and for the start, which learns the database's address after the first reading. */
export function resetConfig(): void {
  current = undefined;
  setKeyring(keyring);
}

function keyring(): Keyring {
  const { masterKey, previousMasterKeys } = getConfig().security;
  // Look-up hashes are stored for good: a new shop takes the oldest key, and keeps it.
  return { sealKeys: [masterKey, ...previousMasterKeys], hashKey: previousMasterKeys.at(-1) ?? masterKey };
}

setKeyring(keyring);

/** Whether visitors reach the shop by https. */
export const isSecureSite = (): boolean => getConfig().server.baseUrl.startsWith("https:");
