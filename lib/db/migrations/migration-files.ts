import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
  /** `-- compatible-from: 0006`: a Keyshelf whose newest migration has this number or a later one works on the result. */
  compatibleFrom: string | null;
  /** `-- no transaction`: one statement after the other, each of which may be repeated (CREATE INDEX CONCURRENTLY). */
  isTransactional: boolean;
}

export const numberOf = (migration: string): string => /^\d+/.exec(migration)?.[0] ?? "";

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, "migration.sql")))
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name, "migration.sql"), "utf8");
      return {
        name,
        sql,
        checksum: createHash("sha256").update(sql).digest("hex"),
        compatibleFrom: /^-- compatible-from: (\d+)$/m.exec(sql)?.[1] ?? null,
        isTransactional: !/^-- no transaction$/m.test(sql),
      };
    }),
  );
}

/** Statements end with a semicolon at the end of a line; functions do not belong into such a file. */
export const statementsOf = ({ sql }: Migration): string[] =>
  sql
    .split("\n")
    .filter((line) => !line.startsWith("--"))
    .join("\n")
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
