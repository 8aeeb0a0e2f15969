import type pg from "pg";

interface Column {
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}

/** Schema as the statements of a version meet it: it relies on this when it reads and writes. */
export interface SchemaShape {
  /** Number of the newest migration. */
  newest: string;
  /** By `table.column`: the type, then `null` where it takes one and `default` where it has one. */
  columns: Record<string, string>;
  enums: Record<string, string[]>;
  /** Unique indexes, checks, references and triggers by their table, without the name that they have. */
  uniques: Record<string, string[]>;
  checks: Record<string, string[]>;
  references: Record<string, string[]>;
  triggers: Record<string, string[]>;
}

const ours = "'public'::regnamespace";
const rules = {
  uniques: `SELECT indrelid::regclass::text AS name, regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', '') AS rule
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE indisunique AND relnamespace = ${ours} ORDER BY 1, 2`,
  checks: `SELECT conrelid::regclass::text AS name, pg_get_constraintdef(oid) AS rule
    FROM pg_constraint WHERE contype = 'c' AND conrelid <> 0 AND connamespace = ${ours} ORDER BY 1, 2`,
  references: `SELECT conrelid::regclass::text AS name, pg_get_constraintdef(oid) AS rule
    FROM pg_constraint WHERE contype = 'f' AND connamespace = ${ours} ORDER BY 1, 2`,
  triggers: `SELECT tgrelid::regclass::text AS name, regexp_replace(pg_get_triggerdef(t.oid), '^CREATE( CONSTRAINT)? TRIGGER \\w+ ', '') || ' ' || md5(prosrc) AS rule
    FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid JOIN pg_proc p ON p.oid = tgfoid
    WHERE NOT tgisinternal AND c.relnamespace = ${ours} ORDER BY 1, 2`,
};

const history = "_prisma_migrations";

export async function readShape(client: pg.Client): Promise<SchemaShape> {
  const newest = await client.query<{ name: string }>(
    `SELECT max(migration_name) AS name FROM ${history} WHERE finished_at IS NOT NULL`,
  );
  const columns = await client.query<{ name: string; column: string }>(
    `SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod)
       || CASE WHEN a.attnotnull THEN '' ELSE ' null' END
       || CASE WHEN a.atthasdef OR a.attidentity <> '' THEN ' default' ELSE '' END AS column
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relkind IN ('r', 'p', 'v') AND c.relnamespace = ${ours} AND a.attnum > 0 AND NOT a.attisdropped AND c.relname <> '${history}'
     ORDER BY 1`,
  );
  const enums = await client.query<{ name: string; values: string[] }>(
    `SELECT typname AS name, array_agg(enumlabel::text ORDER BY enumsortorder) AS values
     FROM pg_enum JOIN pg_type t ON t.oid = enumtypid WHERE typnamespace = ${ours} GROUP BY 1 ORDER BY 1`,
  );
  const read = async (query: string) => {
    const { rows } = await client.query<{ name: string; rule: string }>(query);
    const byTable: Record<string, string[]> = {};
    for (const { name, rule } of rows) {
      const table = name.replaceAll('"', "");
      byTable[table] = [...(byTable[table] ?? []), rule];
    }
    return byTable;
  };
  return {
    newest: newest.rows[0]?.name ?? "",
    columns: Object.fromEntries(columns.rows.map(({ name, column }) => [name, column])),
    enums: Object.fromEntries(enums.rows.map(({ name, values }) => [name, values])),
    uniques: await read(rules.uniques),
    checks: await read(rules.checks),
    references: await read(rules.references),
    triggers: await read(rules.triggers),
  };
}

function readColumn(text: string): Column {
  const [, type = "", isNullable, hasDefault] = /^(.*?)( null)?( default)?$/.exec(text) ?? [];
  return { type, isNullable: isNullable !== undefined, hasDefault: hasDefault !== undefined };
}

const wider: Record<string, readonly string[]> = {
  smallint: ["integer", "bigint"],
  integer: ["bigint"],
  real: ["double precision"],
};

/** Whether whatever was of the type `before` fits into `after`, and reads as it did. */
function isWide(before: string, after: string): boolean {
  if (before === after || wider[before]?.includes(after)) return true;
  const lengthOf = (type: string) => /^character varying\((\d+)\)$/.exec(type)?.[1];
  const from = lengthOf(before);
  if (!from && before !== "character varying") return false;
  const to = lengthOf(after);
  return after === "text" || after === "character varying" || Number(to) >= Number(from);
}

function columnProblems(before: SchemaShape, after: SchemaShape): string[] {
  const gone = Object.entries(before.columns).flatMap(([name, was]) => {
    const found = after.columns[name];
    if (found === undefined) return [`${name} is gone`];
    const [column, now] = [readColumn(was), readColumn(found)];
    return [
      ...(isWide(column.type, now.type) ? [] : [`${name} was ${column.type} and is ${now.type}`]),
      ...(column.isNullable && !now.isNullable ? [`${name} takes no NULL any more`] : []),
      ...(column.hasDefault && !now.hasDefault && !now.isNullable ? [`${name} has no default any more`] : []),
    ];
  });
  const tables = tablesOf(before);
  const demanded = Object.entries(after.columns)
    .filter(([name]) => !(name in before.columns) && tables.has(tableOf(name)))
    .filter(([, column]) => !readColumn(column).isNullable && !readColumn(column).hasDefault)
    .map(([name]) => `${name} is new, takes no NULL and has no default`);
  return [...gone, ...demanded];
}

const tableless = (column: string) => column.slice(column.indexOf(".") + 1);
const tableOf = (column: string) => column.slice(0, column.indexOf("."));
const tablesOf = ({ columns }: SchemaShape) => new Set(Object.keys(columns).map(tableOf));

const kinds = {
  uniques: "unique index",
  checks: "check",
  references: "reference",
  triggers: "trigger",
} as const;

function ruleProblems(before: SchemaShape, after: SchemaShape): string[] {
  const tables = tablesOf(before);
  const names = (rule: string, column: string) => new RegExp(`\\b${tableless(column)}\\b`).test(rule);
  const newColumns = (table: string) =>
    Object.keys(after.columns).filter((name) => tableOf(name) === table && !(name in before.columns));
  const oldColumns = (table: string) => Object.keys(before.columns).filter((name) => tableOf(name) === table);
  /** A rule about new columns alone is kept by whoever does not know them. */
  const binds = (kind: keyof typeof kinds, table: string, rule: string) =>
    kind === "checks"
      ? oldColumns(table).some((column) => names(rule, column))
      : !newColumns(table).some((column) => names(rule, column));
  return (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind) => {
    const lost =
      kind === "uniques"
        ? Object.entries(before.uniques).flatMap(([table, was]) =>
            was
              .filter((rule) => !after.uniques[table]?.includes(rule))
              .map((rule) => `${table} lost the unique index ${rule}, which ON CONFLICT may name`),
          )
        : [];
    const added = Object.entries(after[kind]).flatMap(([table, now]) =>
      tables.has(table)
        ? now
            .filter((rule) => !before[kind][table]?.includes(rule) && binds(kind, table, rule))
            .map((rule) => `${table} has a new ${kinds[kind]}: ${rule}`)
        : [],
    );
    return [...lost, ...added];
  });
}

/** Why a version that knows the schema `before` cannot work on `after`, beside one that does; nothing where it can. */
export function findBreakage(before: SchemaShape, after: SchemaShape): string[] {
  const enums = Object.entries(before.enums).flatMap(([name, values]) =>
    values
      .filter((value) => !after.enums[name]?.includes(value))
      .map((value) => `the value ${value} of ${name} is gone`),
  );
  return [...columnProblems(before, after), ...enums, ...ruleProblems(before, after)];
}
