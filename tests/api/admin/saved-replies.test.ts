import { describe, expect, it } from "vitest";
import { operations as adminSavedReplies } from "@/app/api/v1/admin/saved-replies/[[...path]]/route";
import { db } from "@/lib/db/client";
import type { SavedReply } from "@/lib/orders/staff/saved-replies/schema";
import { audits, expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { expectRefusal } from "../../support/harness/public-suite";

const staff = staffOfTest("support");
const create = (body: Record<string, unknown>) =>
  staff.call<{ id: number }>(adminSavedReplies.createSavedReply, "POST", { body });
const list = async () =>
  (await staff.call<{ replies: SavedReply[] }>(adminSavedReplies.listSavedReplies, "GET")).data.replies.map(
    ({ title, content }) => [title, content],
  );
const at = (id: number) => ({ params: { id: String(id) } });

describe("/api/v1/admin/saved-replies", () => {
  it("are for staff who may change orders", async () => {
    await expectStaffOnly(adminSavedReplies.listSavedReplies, "GET", {}, "viewer");
    await expectStaffOnly(
      adminSavedReplies.createSavedReply,
      "POST",
      { body: { title: "x", content: "x" } },
      "viewer",
    );
    expect(await db().savedReply.count()).toBe(0);
  });

  it("are created, listed by title, changed and deleted, each with its audit entry", async () => {
    const { data: thanks } = await create({ title: "Thanks", content: "Thank you for {order_no}.\n" });
    await create({ title: "Delay", content: "It takes a day longer." });
    expect(await list()).toEqual([
      ["Delay", "It takes a day longer."],
      ["Thanks", "Thank you for {order_no}.\n"],
    ]);
    const changed = await staff.call(adminSavedReplies.updateSavedReply, "PATCH", {
      ...at(thanks.id),
      body: { content: "Thanks!", seen: { content: "Thank you for {order_no}.\n" } },
    });
    expect(changed.status).toBe(200);
    const late = { content: "Cheers!", seen: { content: "Thank you for {order_no}.\n" } };
    expectRefusal(
      await staff.call(adminSavedReplies.updateSavedReply, "PATCH", { ...at(thanks.id), body: late }),
      409,
      /^content: has changed meanwhile/,
      40906,
    );
    expect((await staff.call(adminSavedReplies.deleteSavedReply, "DELETE", at(thanks.id))).status).toBe(200);
    expectRefusal(
      await staff.call(adminSavedReplies.deleteSavedReply, "DELETE", at(thanks.id)),
      404,
      "Saved reply not found",
    );
    expect(await list()).toEqual([["Delay", "It takes a day longer."]]);
    expect(
      (await audits()).map(({ action }) => action).filter((action) => action.startsWith("saved")),
    ).toEqual(["saved_reply.create", "saved_reply.create", "saved_reply.update", "saved_reply.delete"]);
  });

  it("refuse a title that is taken, an empty text and more than a hundred", async () => {
    await create({ title: "Thanks", content: "a" });
    expectRefusal(await create({ title: "Thanks", content: "b" }), 409, /^title: /, 40906);
    expectRefusal(await create({ title: "Empty", content: "" }), 400, /^content: /);
    await db().savedReply.createMany({
      data: Array.from({ length: 98 }, (_, n) => ({ title: `Reply ${n}`, content: "x" })),
    });
    // The last place is taken once, however many ask at once.
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, n) => create({ title: `Last ${n}`, content: "x" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await db().savedReply.count()).toBe(100);
  });
});
