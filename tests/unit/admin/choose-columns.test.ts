import { describe, expect, it } from "vitest";
import { chooseColumns } from "@/components/admin/table/choose-columns";
import type { Column } from "@/components/admin/table/data-table";

const column = (key: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  key,
  head: key,
  cell: () => null,
  ...more,
});
const list = [
  column("order"),
  column("buyer"),
  column("status"),
  null,
  column("paid", { isOptional: true }),
  column("actions", { head: "" }),
];
const keysOf = (columns: readonly Column<unknown>[]) => columns.map(({ key }) => key);

describe("the columns of a list", () => {
  it("leave out the optional ones until somebody wants them", () => {
    const { columns, choices } = chooseColumns(list, { hidden: [], shown: [] });
    expect(keysOf(columns)).toEqual(["order", "buyer", "status", "actions"]);
    expect(choices.map(({ key, isShown }) => [key, isShown])).toEqual([
      ["buyer", true],
      ["status", true],
      ["paid", false],
    ]);
  });

  it("follow the choice, but keep what the row is about and its acts", () => {
    const { columns } = chooseColumns(list, {
      hidden: ["order", "buyer", "actions", "gone"],
      shown: ["paid"],
    });
    expect(keysOf(columns)).toEqual(["order", "status", "paid", "actions"]);
  });

  it("offer no choice where there is little to choose from", () => {
    expect(chooseColumns(list.slice(0, 3), { hidden: [], shown: [] }).choices).toEqual([]);
  });
});
