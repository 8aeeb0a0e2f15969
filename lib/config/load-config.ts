import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseDocument } from "yaml";
import { z } from "zod";
import { codeOf } from "../core/process/thrown";
import { configSchema, type ParsedConfig } from "./schema";

/** Stops the start: one readable text with every key that is wrong and what is allowed there. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConfigError";
  }
}

type Tree = { [key: string]: unknown };

const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const toCamel = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const toSnake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const prefix = "KEYSHELF_";
/** Names that begin like a key and are none; a setting of such a name (`test_gateway`) is read all the same. */
const ofTests = "KEYSHELF_TEST_";
const reserved = new Set([
  "KEYSHELF_CONFIG",
  "KEYSHELF_HOME",
  "KEYSHELF_FAILPOINT",
  "KEYSHELF_SERVING",
  "KEYSHELF_BUILD_ID",
]);

/** Kubernetes gives them to every container beside a Service that is called keyshelf: KEYSHELF_SERVICE_HOST, KEYSHELF_PORT_8080_TCP. */
const ofService = /^KEYSHELF_(SERVICE_(HOST$|PORT(_|$))|PORT(_|$))/;

interface JsonSchema {
  /** Some nullable keys come as `["boolean", "null"]`, others as `anyOf`. */
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
}

let leaves: Map<string, string> | undefined;

/** `server.port` -> `integer`, for every key, in camelCase. */
export function configKeys(): ReadonlyMap<string, string> {
  if (leaves) return leaves;
  const found = new Map<string, string>();
  const walk = (schema: JsonSchema, at: string[]) => {
    if (schema.properties) {
      for (const [name, child] of Object.entries(schema.properties)) walk(child, [...at, name]);
      return;
    }
    const types = [schema, ...(schema.anyOf ?? [])].flatMap((option) => option.type ?? []);
    found.set(at.join("."), types.find((type) => type !== "null") ?? "string");
  };
  walk(z.toJSONSchema(configSchema, { io: "input", unrepresentable: "any" }) as JsonSchema, []);
  leaves = found;
  return found;
}

export const variableOf = (key: string): string =>
  prefix + key.split(".").map(toSnake).join("__").toUpperCase();
export const yamlKeyOf = (key: string): string => key.split(".").map(toSnake).join(".");

function readTree(value: unknown, file: string): Tree {
  if (value === null || value === undefined) return {};
  if (!isTree(value)) throw new ConfigError(`${file} must be a list of "key: value" lines.`);
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      if (/[A-Z]/.test(key)) throw new ConfigError(`${file}: write ${toSnake(key)} instead of ${key}.`);
      return [toCamel(key), isTree(child) ? readTree(child, file) : child];
    }),
  );
}

export function readYaml(file: string): Tree {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const reason = codeOf(error) === "EACCES" ? "may not be read" : "cannot be read";
    throw new ConfigError(`The configuration file ${file} ${reason}.`);
  }
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem) throw new ConfigError(`${file} is not valid YAML: ${problem.message.split("\n")[0]}`);
  return readTree(document.toJS(), file);
}

function fromText(kind: string, value: string): unknown {
  if (value === "null") return null;
  if (kind === "integer" || kind === "number") return /^-?\d+$/.test(value) ? Number(value) : value;
  if (kind === "boolean") return value === "true" ? true : value === "false" ? false : value;
  if (kind === "array") return value === "none" ? [] : value.split(",").map((item) => item.trim());
  return value;
}

function put(tree: Tree, key: string, value: unknown): void {
  const parts = key.split(".");
  const last = parts.pop() ?? key;
  let at = tree;
  for (const part of parts) {
    const next = at[part];
    const child: Tree = isTree(next) ? next : {};
    at[part] = child;
    at = child;
  }
  at[last] = value;
}

function applyEnvironment(tree: Tree, environment: Record<string, string>): void {
  if (environment.DATABASE_URL) put(tree, "database.url", environment.DATABASE_URL);
  const byVariable = new Map([...configKeys()].map(([key, kind]) => [variableOf(key), { key, kind }]));
  for (const [name, value] of Object.entries(environment)) {
    const target = byVariable.get(name);
    const isOfOthers = name.startsWith(ofTests) || reserved.has(name) || ofService.test(name);
    if (!target && (isOfOthers || !name.startsWith(prefix))) continue;
    if (!target)
      throw new ConfigError(`The environment variable ${name} names no setting; see config.example.yaml.`);
    put(tree, target.key, fromText(target.kind, value));
  }
}

function describe(issue: z.core.$ZodIssue): string[] {
  const key = issue.path.filter((part) => typeof part === "string").join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((name) => `${yamlKeyOf(key ? `${key}.${name}` : name)} is not a setting`);
  }
  const name = yamlKeyOf(key);
  const message = issue.message.startsWith("Invalid input") ? "must be a group of settings" : issue.message;
  return [configKeys().has(key) ? `${name} (${variableOf(key)}) ${message}` : `${name} ${message}`];
}

export interface ConfigSources {
  environment: Record<string, string>;
  /** Where relative paths start: the folder of the shop. */
  directory: string;
}

/** File, then environment; both checked against the schema. @throws ConfigError */
export function loadConfig({ environment, directory }: ConfigSources): ParsedConfig {
  const named = environment.KEYSHELF_CONFIG;
  const file = path.resolve(/* turbopackIgnore: true */ directory, named ?? "config.yaml");
  if (named && !existsSync(/* turbopackIgnore: true */ file))
    throw new ConfigError(`The configuration file ${file} does not exist.`);
  const tree = existsSync(/* turbopackIgnore: true */ file) ? readYaml(file) : {};
  // The folder in which a release is called is the operator's, and holds other things.
  if (environment.KEYSHELF_HOME) tree.dataDir ??= "keyshelf-data";
  applyEnvironment(tree, environment);
  const parsed = configSchema.safeParse(tree);
  if (parsed.success) return parsed.data;
  const problems = [...new Set(parsed.error.issues.flatMap(describe))];
  throw new ConfigError(`The configuration is not usable: ${problems.join("; ")}. See config.example.yaml.`);
}
