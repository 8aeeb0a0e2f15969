import { describe, expect, it } from "vitest";
import { operations as adminSession } from "@/app/api/v1/admin/session/[[...path]]/route";
import type { SavedView } from "@/lib/accounts/staff/views/schema";
import { db } from "@/lib/db/client";
import { expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { expectRefusal } from "../../support/harness/public-suite";

const ada = staffOfTest("viewer");
const ben = staffOfTest("owner");
const cleo = staffOfTest("support");
const path = "/admin/orders";
const save = (who: typeof ada, body: Record<string, unknown> = {}) =>
  who.call<{ id: number }>(adminSession.saveView, "POST", {
    body: { path, name: "To do", query: "tab=todo", ...body },
  });
const list = async (who: typeof ada, of = path) =>
  (
    await who.call<{ views: SavedView[] }>(adminSession.listSavedViews, "GET", {
      path: `/x?path=${encodeURIComponent(of)}`,
    })
  ).data.views;

describe("/api/v1/admin/session/views", () => {
  it("admits staff of every role only", async () => {
    await expectStaffOnly(
      adminSession.saveView,
      "POST",
      { body: { path, name: "x", query: "tab=todo" } },
      null,
    );
    expect(await db().savedView.count()).toBe(0);
  });

  it("keeps each person's own views, by list and name", async () => {
    await save(ada);
    await save(ada, { name: "Big", query: "sort=amount_desc" });
    await save(ada, { path: "/admin/products", name: "Drafts", query: "status=draft" });
    await save(ben, { query: "tab=failed" });
    expect((await list(ada)).map(({ name, query }) => [name, query])).toEqual([
      ["Big", "sort=amount_desc"],
      ["To do", "tab=todo"],
    ]);
    expect((await list(ben)).map(({ query }) => query)).toEqual(["tab=failed"]);
    expect(await list(ada, "/admin/products")).toHaveLength(1);
    // The same name again replaces it.
    await save(ada, { query: "tab=held" });
    expect((await list(ada)).map(({ query }) => query)).toEqual(["sort=amount_desc", "tab=held"]);
  });

  it("shows a shared one to the colleagues, who is told whose it is, and owners may take it away", async () => {
    const { data } = await save(ada, { name: "Shared", query: "tab=failed", is_shared: true });
    await save(ada, { name: "Mine alone" });
    await save(ben, { name: "Own of Ben" });
    const seen = await list(ben);
    expect(
      seen.map(({ name, is_shared, shared_by, can_delete }) => [
        name,
        is_shared,
        shared_by !== null,
        can_delete,
      ]),
    ).toEqual([
      ["Own of Ben", false, false, true],
      ["Shared", true, true, true],
    ]);
    expect(await list(cleo)).toMatchObject([{ id: data.id, can_delete: false }]);
    const at = { params: { id: String(data.id) } };
    expect((await cleo.call(adminSession.deleteView, "DELETE", at)).status).toBe(404);
    expect((await ben.call(adminSession.deleteView, "DELETE", at)).status).toBe(200);
    expect((await list(ada)).map(({ name }) => name)).toEqual(["Mine alone"]);
  });

  it("deletes only one's own", async () => {
    const { data } = await save(ada);
    const at = { params: { id: String(data.id) } };
    expectRefusal(await ben.call(adminSession.deleteView, "DELETE", at), 404, "Saved view not found");
    expect((await ada.call(adminSession.deleteView, "DELETE", at)).status).toBe(200);
    expect(await list(ada)).toEqual([]);
  });

  it.each([
    ["path", { path: "https://evil.example" }],
    ["path", { path: "/admin/../x" }],
    ["name", { name: "" }],
    ["query", { query: "" }],
  ])("refuses a wrong %s", async (field, body) => {
    expectRefusal(await save(ada, body), 400, new RegExp(`^${field}: `));
  });

  it("holds at most twenty of a list, however many come at once", async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => save(ada, { name: `View ${n}` })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(await db().savedView.count()).toBe(20);
  });
});

describe("/api/v1/admin/session/columns", () => {
  const choose = (who: typeof ada, body: Record<string, unknown> = {}) =>
    who.call(adminSession.saveListColumns, "POST", {
      body: { path, hidden: ["buyer"], shown: ["paid"], ...body },
    });
  const kept = () =>
    db().listColumns.findMany({
      orderBy: [{ path: "asc" }, { staffId: "asc" }],
      select: { path: true, hidden: true, shown: true },
    });

  it("keeps the columns of each person and list, the last choice in place of the one before", async () => {
    await expectStaffOnly(
      adminSession.saveListColumns,
      "POST",
      { body: { path, hidden: [], shown: [] } },
      null,
    );
    await choose(ada);
    await choose(ben, { hidden: [], shown: [] });
    await choose(ada, { path: "/admin/payments/notifications" });
    await choose(ada, { hidden: ["status", "buyer"] });
    expect(await kept()).toEqual([
      { path, hidden: ["status", "buyer"], shown: ["paid"] },
      { path, hidden: [], shown: [] },
      { path: "/admin/payments/notifications", hidden: ["buyer"], shown: ["paid"] },
    ]);
  });

  it("keeps widths and columns apart: what a call does not name stays", async () => {
    await choose(ada);
    const save = (body: Record<string, unknown>) =>
      ada.call(adminSession.saveListColumns, "POST", { body: { path, ...body } });
    expect((await save({ widths: { buyer: 240 } })).status).toBe(200);
    expect((await save({ hidden: [] })).status).toBe(200);
    expect(await db().listColumns.findMany()).toMatchObject([
      { path, hidden: [], shown: ["paid"], widths: { buyer: 240 } },
    ]);
  });

  it.each([
    ["path", { path: "/orders" }],
    ["widths", { widths: { buyer: 20 } }],
    ["widths", { widths: { "Drop table": 200 } }],
    [
      "widths",
      {
        widths: Object.fromEntries(
          Array.from({ length: 41 }, (_, n) => [
            `c${"abcdefghij"[n % 10]}${"abcde"[Math.floor(n / 10)]}`,
            100,
          ]),
        ),
      },
    ],
    ["hidden", { hidden: ["Drop table"] }],
    ["shown", { shown: Array.from({ length: 41 }, (_, n) => `c${n}`) }],
  ])("refuses a wrong %s", async (field, body) => {
    expectRefusal(await choose(ada, body), 400, new RegExp(`^${field}`));
  });
});
