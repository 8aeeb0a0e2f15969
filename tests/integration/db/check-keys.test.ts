import { beforeEach, describe, expect, it } from "vitest";
import { sha256Hex } from "@/lib/core/crypto";
import { checkKeys } from "@/lib/db/check-keys";
import { db } from "@/lib/db/client";
import { aProduct } from "../../support/builders";
import { overrideConfig } from "../../support/test-config";

const keyOf = (name: string) => sha256Hex(`master key ${name}`);
const anotherShop = /belongs to a shop with another master key/;

function startWith(key: string, former: string[] = []): Promise<void> {
  overrideConfig({
    "security.masterKey": keyOf(key),
    "security.previousMasterKeys": former.map(keyOf).join(","),
  });
  return checkKeys();
}

describe("the keys of a shared database", () => {
  beforeEach(async () => {
    await db().setting.deleteMany({ where: { key: "masterKeys" } });
  });

  it("are those of the first host; a host with others does not start", async () => {
    await startWith("first");
    await startWith("first");
    await expect(startWith("second")).rejects.toThrow(anotherShop);
  });

  it("are decided once when hosts start at the same moment", async () => {
    overrideConfig({ "security.masterKey": keyOf("first"), "security.previousMasterKeys": "" });
    await Promise.all(Array.from({ length: 8 }, () => checkKeys()));
    await expect(startWith("second")).rejects.toThrow(anotherShop);
    const { value } = await db().setting.findUniqueOrThrow({ where: { key: "masterKeys" } });
    expect((value as { seals: string[] }).seals).toHaveLength(1);
  });

  it("may be rotated: a host that has not heard of the new key does not start", async () => {
    await startWith("old");
    await startWith("new", ["old"]);
    await startWith("new", ["old"]);
    await expect(startWith("old")).rejects.toThrow(/sealed a part of this database is not configured/);
    await expect(startWith("new")).rejects.toThrow(anotherShop);
  });

  it("are told by the stock of a shop that started before they were remembered", async () => {
    overrideConfig({ "security.masterKey": keyOf("first"), "security.previousMasterKeys": "" });
    await aProduct({ keys: 1 });
    await expect(startWith("second")).rejects.toThrow(anotherShop);
    await startWith("first");
  });

  it("never stand in the database", async () => {
    await startWith("first");
    const { value } = await db().setting.findUniqueOrThrow({ where: { key: "masterKeys" } });
    expect(JSON.stringify(value)).not.toContain(keyOf("first").slice(0, 16));
  });
});
