import { expect, it } from "vitest";
import { operations as adminAudit } from "@/app/api/v1/admin/audit/[[...path]]/route";
import { operations as adminProducts } from "@/app/api/v1/admin/products/[[...path]]/route";
import { db } from "@/lib/db/client";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { aProduct } from "../../support/builders/products";
import { expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";

const staff = staffOfTest("owner");
type Entries = { entries: { action: string; target: string; data: Record<string, unknown> }[] };

const rename = (id: number, title: string) =>
  staff.call(adminProducts.updateProduct, "PATCH", {
    params: { id: String(id) },
    body: { title, low_stock_at: 5 },
  });

it("says of a saved product what it was and what it is, and nothing of what stayed", async () => {
  const { product: made } = await aProduct({ keys: 1, product: { title: "Old name", lowStockAt: 5 } });
  expect((await rename(made.id, "New name")).status).toBe(200);
  const { data } = await staff.call<Entries>(adminAudit.listAudit, "GET", {
    path: "/x?action=product.update",
  });
  expect(data.entries).toMatchObject([{ target: `product:${made.id}` }]);
  expect(data.entries[0]?.data).toEqual({ changes: { title: ["Old name", "New name"] } });
});

it("filters by one target, and not by all whose number begins alike", async () => {
  const ids: number[] = [];
  for (let n = 0; n < 11; n++) ids.push((await aProduct()).product.id);
  const [short = 0] = ids;
  const long = Number(`${short}${short}`);
  await db().product.update({ where: { id: ids.at(-1) ?? 0 }, data: { id: long } });
  await rename(short, "One");
  await rename(long, "Eleven");
  const { data } = await staff.call<Entries>(adminAudit.listAudit, "GET", {
    path: `/x?target=product:${short}`,
  });
  expect(data.entries.map(({ target }) => target)).toEqual([`product:${short}`]);
});

it("exports the log with the hashes of its chain, to owners only", async () => {
  await expectStaffOnly(adminAudit.exportAudit, "GET", {}, "manager");
  const { product: made } = await aProduct();
  await rename(made.id, "=HYPERLINK()");
  await rename(made.id, "Another");
  const { headers } = await aLoggedInAdmin();
  const { text } = await call(adminAudit.exportAudit, "GET", {
    headers,
    path: `/x?target=product:${made.id}`,
  });
  const [head = "", ...lines] = text.trimEnd().split("\r\n");
  expect(head).toBe('"id","time","actor","action","target","data","ip","request_id","prev_hash","hash"');
  expect(lines).toHaveLength(2);
  const hashes = lines.map((line) => line.slice(1, -1).split('","').slice(-2));
  expect(hashes[1]?.[0]).toBe(hashes[0]?.[1]);
  const rows = await db().auditLog.findMany({
    where: { target: `product:${made.id}` },
    orderBy: { id: "asc" },
    omit: { hash: false },
  });
  expect(hashes.map(([, hash]) => hash)).toEqual(rows.map((row) => Buffer.from(row.hash).toString("hex")));
  expect(await db().auditLog.count({ where: { action: "audit.export" } })).toBe(1);
});
