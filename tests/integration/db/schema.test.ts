import pg from "pg";
import { expect, inject, it } from "vitest";
import released from "../../../prisma/released-schema.json" with { type: "json" };
import { compareSchemas, readSchema } from "../../../tools/schema/compare-schemas.mjs";
import { findBreakage, readShape } from "../../../tools/schema/schema-shape";

const { templateUrl, prefix } = inject("testRun");

async function onDatabase<T>(name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = new URL(templateUrl);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const shapes = {
  columns: `SELECT table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable || ' ' || coalesce(column_default, '') AS shape
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1`,
  enums: `SELECT typname || ' ' || string_agg(enumlabel, ',' ORDER BY enumsortorder) AS shape
    FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid GROUP BY typname ORDER BY 1`,
  indexes: "SELECT indexdef AS shape FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
  references: `SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) AS shape
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1`,
};

async function describeDatabase(client: pg.Client) {
  const read = async (query: string) =>
    (await client.query<{ shape: string }>(query)).rows.map(({ shape }) => shape);
  return {
    columns: await read(shapes.columns),
    enums: await read(shapes.enums),
    indexes: await read(shapes.indexes),
    references: await read(shapes.references),
  };
}

it("the migrations make the database that the models describe, and add to it only what models cannot say", async () => {
  const name = `${prefix}_models_${process.pid}`;
  const admin = (sql: string) => onDatabase("postgres", (client) => client.query(sql));
  await admin(`CREATE DATABASE ${name}`);
  try {
    const sql = await compareSchemas([], await readSchema());
    const described = await onDatabase(name, async (client) => {
      await client.query(sql);
      return describeDatabase(client);
    });
    const migrated = await onDatabase(new URL(templateUrl).pathname.slice(1), describeDatabase);
    expect(migrated.columns).toEqual(described.columns);
    expect(migrated.enums).toEqual(described.enums);
    expect(migrated.references).toEqual(described.references);
    expect(migrated.indexes).toEqual(expect.arrayContaining(described.indexes));
  } finally {
    await admin(`DROP DATABASE ${name} WITH (FORCE)`);
  }
});

it("every number that the database counts up may grow as large as its column", async () => {
  const narrower = await onDatabase(new URL(templateUrl).pathname.slice(1), (client) =>
    client.query(
      `SELECT format('%s.%s', d.refobjid::regclass, a.attname) AS name
       FROM pg_sequence s JOIN pg_depend d ON d.objid = s.seqrelid AND d.deptype IN ('a', 'i') AND d.refobjsubid > 0
       JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
       WHERE s.seqtypid <> a.atttypid`,
    ),
  );
  expect(narrower.rows).toEqual([]);
});

/** Rules that the released version keeps without knowing them. */
const kept: string[] = [];

it("the released version can go on reading and writing beside this one", async () => {
  const shape = await onDatabase(new URL(templateUrl).pathname.slice(1), readShape);
  const found = findBreakage(released, shape);
  expect(found.filter((problem) => !kept.some((rule) => problem.startsWith(rule)))).toEqual([]);
});
