import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { numberOf, readMigrations } from "@/lib/db/migrations/migration-files";
import { findBreakage, type SchemaShape } from "../../../tools/schema/schema-shape";

const none = { enums: {}, uniques: {}, checks: {}, references: {}, triggers: {} };
const before: SchemaShape = {
  ...none,
  newest: "0001_init",
  columns: { "orders.id": "integer default", "orders.note": "text null", "orders.state": "order_state" },
  enums: { order_state: ["pending", "paid"] },
  uniques: { orders: ["btree (id)"] },
};
const changed = (changes: Partial<SchemaShape>): SchemaShape => ({
  ...before,
  newest: "0002_next",
  ...changes,
});
const column = (name: string, is: string) => changed({ columns: { ...before.columns, [name]: is } });
const { "orders.note": _, ...withoutNote } = before.columns;

describe("a change of the schema", () => {
  it.each<[string, SchemaShape, string]>([
    ["loses a column", changed({ columns: withoutNote }), "orders.note is gone"],
    ["narrows a type", column("orders.state", "character varying(4)"), "orders.state was order_state"],
    ["takes a type that reads otherwise", column("orders.id", "text default"), "orders.id was integer"],
    ["demands a value", column("orders.note", "text"), "orders.note takes no NULL"],
    ["drops a default", column("orders.id", "integer"), "orders.id has no default"],
    ["demands a new column", column("orders.tax", "bigint"), "orders.tax is new"],
    ["loses a value", changed({ enums: { order_state: ["paid"] } }), "the value pending of order_state"],
    ["loses a unique index", changed({ uniques: {} }), "orders lost the unique index btree (id)"],
    [
      "gains a unique index",
      changed({ uniques: { orders: ["btree (id)", "btree (note)"] } }),
      "orders has a new unique index",
    ],
    ["gains a check", changed({ checks: { orders: ["CHECK ((id > 5))"] } }), "orders has a new check"],
    [
      "gains a reference",
      changed({ references: { orders: ["FOREIGN KEY (id) REFERENCES x(id)"] } }),
      "orders has a new reference",
    ],
    ["changes a trigger", changed({ triggers: { orders: ["AFTER UPDATE ON orders 0f"] } }), "a new trigger"],
  ])("breaks the released version when it %s", (_name, schema, problem) => {
    expect(findBreakage(before, schema)).toEqual([expect.stringContaining(problem)]);
  });

  it("breaks nothing when it only adds", () => {
    const grown = changed({
      columns: {
        ...before.columns,
        "orders.id": "bigint default",
        "orders.tax": "bigint default",
        "orders.code": "text null",
        "taxes.id": "integer",
      },
      enums: { order_state: ["pending", "held", "paid"], tax_kind: ["vat"] },
      uniques: { orders: ["btree (id)", "btree (code)"], taxes: ["btree (id)"] },
      checks: { orders: ["CHECK ((tax >= 0))"], taxes: ["CHECK ((id > 0))"] },
      references: { orders: ["FOREIGN KEY (code) REFERENCES codes(code)"] },
    });
    expect(findBreakage(before, grown)).toEqual([]);
  });
});

it("every migration since the release says that the released version may go on beside it", async () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  const released = JSON.parse(
    readFileSync(path.join(root, "prisma/released-schema.json"), "utf8"),
  ) as SchemaShape;
  const since = (await readMigrations(path.join(root, "prisma/migrations"))).filter(
    ({ name }) => name > released.newest,
  );
  const silent = since.filter(
    ({ compatibleFrom }) => compatibleFrom === null || compatibleFrom > numberOf(released.newest),
  );
  // Only add to the schema (tests/integration/db/schema.test.ts looks), and begin the file with
  // `-- compatible-from: <number of the released migration>`: without it the old processes leave the balancer at once.
  expect(silent.map(({ name }) => name)).toEqual([]);
});
