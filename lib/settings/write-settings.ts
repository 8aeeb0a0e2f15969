import { now } from "../core/clock";
import { Prisma } from "../db/generated/client";
import type { Tx } from "../db/transaction";
import type { Settings } from "./types";

/** Stores the members given. The caller forgets the cached settings once it has committed. */
export async function writeSettings(tx: Tx, changes: Partial<Settings>): Promise<void> {
  for (const [key, value] of Object.entries(changes).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const stored = {
      value: value === null ? Prisma.JsonNull : (value as Prisma.InputJsonValue),
      updatedAt: now(),
    };
    await tx.setting.upsert({ where: { key }, create: { key, ...stored }, update: stored });
  }
}
