import { setHashKey, sha256Hex } from "@/lib/core/crypto";
import { checkKeys } from "@/lib/db/sealed/verify-master-key";
import { overrideConfig } from "./test-config";

export const keyOf = (name: string) => sha256Hex(`master key ${name}`);

/** A process that is configured with these keys and has not asked the database yet. */
export function configureKeys(name: string, former: string[] = []): void {
  setHashKey(undefined);
  overrideConfig({
    "security.masterKey": keyOf(name),
    "security.previousMasterKeys": former.length > 0 ? former.map(keyOf).join(",") : "none",
  });
}

/** The start of a host. @throws what the operator reads */
export function startWith(name: string, former: string[] = []): Promise<void> {
  configureKeys(name, former);
  return checkKeys();
}
