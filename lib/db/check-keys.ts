import { ConfigError } from "../config/load-config";
import { now } from "../core/clock";
import { keyedHash, sealKeyIds } from "../core/crypto";
import { db } from "./client";

/** What a database remembers of the keys of its shop: nothing of the keys, only what tells them apart. */
interface Witness {
  hash: string;
  seals: string[];
}

const remedy =
  "Use the security.master_key of the host that made it (in its configuration or its data/secrets.yaml), with its former keys in security.previous_master_keys.";

function disagreement({ hash, seals }: Witness, ours: Witness): string | null {
  if (hash !== ours.hash) return `This database belongs to a shop with another master key. ${remedy}`;
  const missing = seals.some((id) => !ours.seals.includes(id));
  return missing
    ? `A master key that sealed a part of this database is not configured here. ${remedy}`
    : null;
}

/** A shop from before there was a witness: whoever can open its newest key belongs to it. */
async function canOpenStock(): Promise<boolean> {
  const [newest] = await db().$queryRaw<{ key_id: string }[]>`
    SELECT encode(substring(content_sealed FROM 2 FOR 4), 'hex') AS key_id FROM secrets ORDER BY id DESC LIMIT 1`;
  return !newest || sealKeyIds().includes(newest.key_id);
}

/**
 * Hosts that share a database must share its keys: each would otherwise make its own unasked, and what one seals the others
 * could not open. Of two that start on an empty database the first decides. @throws ConfigError, one text for the operator
 */
export async function checkKeys(): Promise<void> {
  const [sealing = "", ...former] = sealKeyIds();
  const hash = Buffer.from(keyedHash("witness", "keyshelf")).toString("hex");
  const ours: Witness = { hash, seals: [sealing, ...former] };
  if (!(await canOpenStock())) throw new ConfigError(disagreement({ hash: "", seals: [] }, ours) ?? remedy);
  await db().$executeRaw`
    INSERT INTO settings (key, value, updated_at)
    VALUES ('masterKeys', ${JSON.stringify({ hash, seals: [sealing] })}::jsonb, ${now()}) ON CONFLICT (key) DO NOTHING`;
  const [row] = await db().$queryRaw<
    { value: Witness }[]
  >`SELECT value FROM settings WHERE key = 'masterKeys'`;
  const problem = row ? disagreement(row.value, ours) : null;
  if (problem) throw new ConfigError(problem);
  // The key that seals from now on: another host has to know it before its next start.
  await db().$executeRaw`
    UPDATE settings SET value = jsonb_set(value, '{seals}', (value -> 'seals') || to_jsonb(${sealing}::text)), updated_at = ${now()}
    WHERE key = 'masterKeys' AND NOT value -> 'seals' ? ${sealing}`;
}
