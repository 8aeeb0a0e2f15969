import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { randomCode } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import { aProduct } from "./products";

/** A file on sale in the data folder of a shop, as the admin's upload leaves it. */
export async function aKeptFile(
  dataDir: string,
  name: string,
  text: string,
): Promise<{ id: number; place: string; storageKey: string }> {
  const { sku } = await aProduct({ kind: "text", sku: { fulfillers: ["file"] } });
  const storageKey = randomCode(32);
  const bytes = Buffer.from(text);
  const place = path.join(dataDir, "files", storageKey);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, bytes);
  const file = await db().skuFile.create({ data: { skuId: sku.id, title: name } });
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const row = { fileId: file.id, label: "1.0", name, bytes: bytes.length, sha256, storageKey } as const;
  const { id } = await db().fileVersion.create({ data: { ...row, status: "ready" } });
  return { id, place, storageKey };
}
