import { sql } from "kysely";
import { expect, it } from "vitest";
import { fixedStatement } from "@/lib/db/fixed-statement";
import { sqlOn } from "@/lib/db/kysely";

interface Sent {
  text: string;
  values?: unknown[];
}

function aReader() {
  const sent: Sent[] = [];
  const query = async ({ text, values }: Sent) => {
    sent.push({ text, ...(values && { values }) });
    return { rows: [], rowCount: 0, command: "SELECT" };
  };
  return { sent, reader: { sql: sqlOn({ query } as never) } };
}

it("builds the text once a shape and fills it with each call's values", async () => {
  const { sent, reader } = aReader();
  let built = 0;
  const find = fixedStatement((query, { id }: { id: number }, { key }: { key: string }) => {
    built += 1;
    const users = query.selectFrom("users").select("id").where("id", "=", id);
    return key === "locked" ? users.forUpdate() : users;
  });
  await find(reader, { id: 1 }, { key: "" });
  await find(reader, { id: 2 }, { key: "" });
  await find(reader, { id: 3 }, { key: "locked" });
  const text = 'select "id" from "users" where "id" = $1';
  expect(sent).toEqual([
    { text, values: [1] },
    { text, values: [2] },
    { text: `${text} for update`, values: [3] },
  ]);
  expect(built).toBe(2);
});

it("refuses a value of the first call in the text of all calls", async () => {
  const { reader } = aReader();
  const withClosure = fixedStatement((query, _: { id: number }) =>
    query.selectFrom("users").select("id").where("created_at", "<", new Date()),
  );
  await expect(withClosure(reader, { id: 1 })).rejects.toThrow("takes its values by name");
  const withLook = fixedStatement((query, { id }: { id: number }) =>
    query.selectFrom("users").select(sql.lit(id > 3 ? 1 : 2).as("side")),
  );
  await expect(withLook(reader, { id: 1 })).rejects.toThrow("must not depend on its value id");
});
