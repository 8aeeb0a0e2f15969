import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as engineModule from "@prisma/schema-engine-wasm/schema_engine_bg";

export const prismaFolder = fileURLToPath(new URL("../../prisma", import.meta.url));

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

async function startEngine() {
  const location = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm");
  const wasm = await readFile(path.join(path.dirname(location), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": engineModule });
  engineModule.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const adapter = bindMigrationAwareSqlAdapterFactory(noDatabase);
  return engineModule.SchemaEngine.new({ datamodels: undefined }, () => {}, adapter);
}

/** The schema as it lies in the folder. */
export async function readSchema() {
  const models = (await readdir(path.join(prismaFolder, "models"))).filter((name) =>
    name.endsWith(".prisma"),
  );
  const names = ["schema.prisma", ...models.sort().map((name) => `models/${name}`)];
  return Promise.all(
    names.map(async (name) => ({
      path: name,
      content: await readFile(path.join(prismaFolder, name), "utf8"),
    })),
  );
}

/** The SQL that leads from one schema to another (an empty list: from nothing), by Prisma's own engine; no database is needed. */
export async function compareSchemas(from, to) {
  const engine = await startEngine();
  const target = (files) => (files.length > 0 ? { tag: "schemaDatamodel", files } : { tag: "empty" });
  const { stdout } = await engine.diff({
    from: target(from),
    to: target(to),
    script: true,
    shadowDatabaseUrl: null,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return stdout;
}
