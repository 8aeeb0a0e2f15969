import { expect, it } from "vitest";
import { routeModules } from "@/app/api/v1/route-modules";
import type { RouteHandler } from "@/lib/http/make-route";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { call } from "../../support/harness/call";

/** Of the reads of a period: its bounds. */
const period = "?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z";

const reads = (
  await Promise.all(
    Object.entries(routeModules)
      .filter(([folder]) => folder.startsWith("admin/") && folder.includes("["))
      .map(async ([folder, load]) => {
        const handler = (await load()).GET as RouteHandler;
        return handler.options ? [{ folder, handler }] : [];
      }),
  )
).flat();

it.each(reads)("GET $folder answers 404 for a row that does not exist", async ({ folder, handler }) => {
  const { headers } = await aLoggedInAdmin();
  const names = [...folder.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, "2000000000"]));
  const answer = await call(handler, "GET", { headers, params, path: `/api/v1/test${period}` });
  expect([folder, answer.status]).toEqual([folder, 404]);
});
