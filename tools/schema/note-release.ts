// npm run note-release: when a version is released. Writes what it reads and writes to prisma/released-schema.json; from then on a
// test refuses migrations that a process of that version could not live with (docs/decisions/0609).
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openClient } from "@/lib/db/connections/guarded-client";
import { startEmbedded } from "@/lib/db/embedded/start-embedded";
import { migrate } from "@/lib/db/migrations/migrate";
import { readMigrations } from "@/lib/db/migrations/migration-files";
import { readShape } from "./schema-shape";

/** `npm run note-release -- 0042`: of a version that was released before, by its newest migration. */
const [until = "9999"] = process.argv.slice(2);
const dataDir = mkdtempSync(path.join(tmpdir(), "keyshelf-release-"));
const database = await startEmbedded({ dataDir });
try {
  const all = await readMigrations(path.resolve("prisma/migrations"));
  const released = all.map(({ name }) => name).filter((name) => name.slice(0, 4) <= until);
  await migrate(database.url, path.resolve("prisma/migrations"), new Set(released));
  const client = await openClient(database.url, "keyshelf-release");
  const shape = await readShape(client);
  await client.end();
  writeFileSync("prisma/released-schema.json", `${JSON.stringify(shape, null, 1)}\n`);
  console.log(`Wrote prisma/released-schema.json: the schema up to ${shape.newest}.`);
} finally {
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
