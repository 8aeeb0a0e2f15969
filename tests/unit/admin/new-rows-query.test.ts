import { expect, it } from "vitest";
import { newRowsQuery } from "@/components/admin/table/new-rows-query";

const since = "2026-05-04T10:00:00.000Z";

it.each([
  ["an unfiltered list", "", since],
  ["a list from an earlier day", "from=2026-05-01T00%3A00%3A00.000Z&status=paid", since],
  ["a list from a later day", "from=2026-05-05T00%3A00%3A00%2B00%3A00", "2026-05-05T00:00:00.000Z"],
  ["a list from something that is no time", "from=x", since],
])("new rows of %s are asked for from one moment", (_, filters, from) => {
  const query = new URLSearchParams(newRowsQuery(filters, since));
  expect(query.getAll("from")).toEqual([from]);
  expect(query.get("per_page")).toBe("1");
  expect(query.get("status")).toBe(new URLSearchParams(filters).get("status"));
});
