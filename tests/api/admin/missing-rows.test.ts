import { expect, it } from "vitest";
import { apiOperations } from "@/app/api/v1/operations";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { call } from "../../support/harness/call";

/** Bounds of the reads of a period. */
const period = "?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z";

const reads = (await apiOperations()).filter(
  ({ path, method }) => method === "GET" && path.startsWith("admin/") && path.includes("["),
);

it.each(reads)("GET $path answers 404 for a row that does not exist", async ({ path, handler }) => {
  const { headers } = await aLoggedInAdmin();
  const names = [...path.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, "2000000000"]));
  const answer = await call(handler, "GET", { headers, params, path: `/api/v1/test${period}` });
  expect([path, answer.status]).toEqual([path, 404]);
});
