import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readMigrations } from "@/lib/db/migrations/migration-files";
import { writeMigration } from "@/tools/schema/write-migration.mjs";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-migrations-"));
  mkdirSync(path.join(folder, "migrations/0096_before"), { recursive: true });
  writeFileSync(
    path.join(folder, "migrations/0096_before/migration.sql"),
    "-- compatible-from: 0042\nSELECT 1;\n",
  );
  writeFileSync(
    path.join(folder, "released-schema.json"),
    JSON.stringify({ newest: "0042_secret_last_use" }),
  );
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("begins the next migration with the released one that goes on beside it", async () => {
  const written = await writeMigration(folder, "gift_notes", "ALTER TABLE orders ADD gift text;\n");
  expect(path.relative(folder, written)).toBe("migrations/0097_gift_notes");
  expect(readFileSync(path.join(written, "migration.sql"), "utf8")).toBe(
    "-- compatible-from: 0042\nALTER TABLE orders ADD gift text;\n",
  );
  const all = await readMigrations(path.join(folder, "migrations"));
  expect(all.map(({ name, compatibleFrom }) => [name, compatibleFrom])).toEqual([
    ["0096_before", "0042"],
    ["0097_gift_notes", "0042"],
  ]);
});
