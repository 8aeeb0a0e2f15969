import path from "node:path";
import { getConfig, resetConfig } from "@/lib/config/config";
import { variableOf } from "@/lib/config/load-config";

const isSetting = (name: string) => name === "DATABASE_URL" || /^KEYSHELF_(?!TEST_|LONG$)/.test(name);

const variables = new Map<string, string>();

/** The settings of a developer's own shop must not reach the tests. */
export function applyTestConfig(settings: Record<string, string>): void {
  for (const name of Object.keys(process.env)) if (isSetting(name)) delete process.env[name];
  process.env.KEYSHELF_CONFIG = path.join(import.meta.dirname, "config.yaml");
  for (const [key, value] of Object.entries(settings)) process.env[variableOf(key)] = value;
  resetConfig();
}

/** For a program of the product that belongs to the test's own shop. */
export const testSettings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = ""]) => (isSetting(name) ? [[name, value]] : [])),
  );

/**
 * Other settings until the end of the test: `overrideConfig({ "limits.guestOrdersPerMinute": "2" })`. Values are
 * written as in the environment.
 */
export function overrideConfig(settings: Record<string, string>): void {
  for (const [key, value] of Object.entries(settings)) {
    const name = variableOf(key);
    if (!variables.has(name)) variables.set(name, process.env[name] ?? "");
    process.env[name] = value;
  }
  resetConfig();
  getConfig();
}

export function restoreConfig(): void {
  if (variables.size === 0) return;
  for (const [name, value] of variables) process.env[name] = value;
  variables.clear();
  resetConfig();
}
