import { execFileSync } from "node:child_process";
import { EmbeddedError } from "./embedded-error";

/** Whom the server runs as; `undefined` = as ourselves. */
export type Account = { uid: number; gid: number } | undefined;

export const isRoot = (): boolean => process.getuid?.() === 0;

function lookUp(name: string): Account {
  try {
    const number = (flag: string) =>
      Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
    const [uid, gid] = [number("-u"), number("-g")];
    return Number.isInteger(uid) && uid > 0 ? { uid, gid } : undefined;
  } catch {
    return undefined;
  }
}

/** PostgreSQL refuses root, and initdb refuses an id without a name, so an account that exists is borrowed. */
export function unprivilegedAccount(): Account {
  if (!isRoot()) return undefined;
  const account = lookUp("keyshelf") ?? lookUp("postgres") ?? lookUp("nobody");
  if (account) return account;
  throw new EmbeddedError(
    "PostgreSQL does not run as root, and this system has no user keyshelf, postgres or nobody to run it as. " +
      "Create one of them, start Keyshelf as another user, or set database.url.",
  );
}
