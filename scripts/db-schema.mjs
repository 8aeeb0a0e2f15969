// Rewrites prisma/migrations/0001_init from the schema and generates the client. No database is needed.
// Once a shop with real data exists, 0001_init is history: write the next migration beside it instead.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as engineModule from "@prisma/schema-engine-wasm/schema_engine_bg";
import { ensureClient } from "./bootstrap.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const prismaFolder = path.join(root, "prisma");

async function readSchema() {
  const models = (await readdir(path.join(prismaFolder, "models")))
    .filter((name) => name.endsWith(".prisma"))
    .sort();
  const files = ["schema.prisma", ...models.map((name) => `models/${name}`)];
  return Promise.all(
    files.map(async (file) => [file, await readFile(path.join(prismaFolder, file), "utf8")]),
  );
}

/** The engine opens a connection before it knows that comparing two schemas needs none. */
const noDatabase = {
  provider: "postgres",
  adapterName: "no-database",
  connect: async () => ({
    provider: "postgres",
    adapterName: "no-database",
    queryRaw: async () => ({ columnNames: [], columnTypes: [], rows: [] }),
    executeRaw: async () => 0,
    executeScript: async () => {},
    startTransaction: () => Promise.reject(new Error("There is no database here")),
    getConnectionInfo: () => ({ schemaName: "public", supportsRelationJoins: true }),
    dispose: async () => {},
  }),
  connectToShadowDb: () => noDatabase.connect(),
};

async function startEngine(datamodels) {
  const location = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm");
  const wasm = await readFile(path.join(path.dirname(location), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": engineModule });
  engineModule.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return engineModule.SchemaEngine.new(
    { datamodels },
    () => {},
    bindMigrationAwareSqlAdapterFactory(noDatabase),
  );
}

const files = await readSchema();
const engine = await startEngine(files);
const { stdout } = await engine.diff({
  from: { tag: "empty" },
  to: { tag: "schemaDatamodel", files: files.map(([name, content]) => ({ path: name, content })) },
  script: true,
  shadowDatabaseUrl: null,
  exitCode: null,
  filters: { externalTables: [], externalEnums: [] },
});

const migration = path.join(prismaFolder, "migrations/0001_init/migration.sql");
await mkdir(path.dirname(migration), { recursive: true });
await writeFile(migration, stdout);
await writeFile(
  path.join(prismaFolder, "migrations/migration_lock.toml"),
  '# Written by scripts/db-schema.mjs; `prisma migrate` reads it.\nprovider = "postgresql"\n',
);
await ensureClient({ always: true });
console.log(`Wrote prisma/migrations/0001_init (${stdout.split("\n").length} lines) and lib/db/generated.`);
