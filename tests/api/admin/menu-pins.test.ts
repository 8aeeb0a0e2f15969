import { describe, expect, it } from "vitest";
import { operations as adminSession } from "@/app/api/v1/admin/session/[[...path]]/route";
import { menuOf } from "@/components/admin/shell/nav";
import { navigation } from "@/components/admin/shell/nav-entries";
import { readMenuPins } from "@/lib/accounts/staff/menu/menu-pins";
import { mostPins } from "@/lib/accounts/staff/menu/schema";
import { db } from "@/lib/db/client";
import { expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";

const owner = staffOfTest();
const all = navigation.flatMap(({ items }) => items.map(({ key, permission }) => ({ key, permission })));
const everything = all.flatMap(({ permission }) => permission ?? []);

const save = (pins: string[]) => owner.call(adminSession.saveMenuPins, "POST", { body: { pins } });

const keysOf = (permissions: readonly string[], chosen: readonly string[]) => {
  const { pins, rest } = menuOf(permissions, chosen);
  return { pins: pins.map(({ key }) => key), rest: rest.flatMap(({ items }) => items.map(({ key }) => key)) };
};

describe("the pages at the top of a menu", () => {
  it("are each person's own, in their order, until none is chosen", async () => {
    await expectStaffOnly(adminSession.saveMenuPins, "POST", { body: { pins: [] } }, null);
    const staff = await db().staff.findFirstOrThrow();
    const read = async () => (await db().staff.findUniqueOrThrow({ where: { id: staff.id } })).menuPins;
    expect((await save(["held", "orders"])).data).toEqual({ pins: ["held", "orders"] });
    expect(await read()).toEqual(["held", "orders"]);
    await save([]);
    expect(await read()).toEqual([]);
    expect(await readMenuPins({ staffId: 2_000_000 } as Parameters<typeof readMenuPins>[0])).toEqual([]);
  });

  it("are no more than eight, each once", async () => {
    const keys = all.map(({ key }) => key);
    expect((await save(keys.slice(0, mostPins))).status).toBe(200);
    expect((await save(keys.slice(0, mostPins + 1))).status).toBe(400);
    expect((await save(["orders", "orders"])).status).toBe(400);
    expect((await save(["../orders"])).status).toBe(400);
  });

  it("stand in no area as well, and every other page that the role may open stays in the menu [C158]", () => {
    for (const chosen of [[], ["held", "audit"], ["gone", "orders"]]) {
      const { pins, rest } = keysOf(everything, chosen);
      expect(new Set([...pins, ...rest])).toEqual(new Set(all.map(({ key }) => key)));
      expect(pins.length + rest.length).toBe(all.length);
    }
    expect(keysOf(everything, []).pins).toHaveLength(mostPins);
    expect(keysOf(everything, ["held", "audit"]).pins).toEqual(["held", "audit"]);
    // A page that the role may not open is not offered, wherever it was pinned.
    const some = keysOf(["orders:read"], ["audit", "orders"]);
    expect(some.pins).toEqual(["orders"]);
    expect(some.rest).not.toContain("audit");
  });
});
