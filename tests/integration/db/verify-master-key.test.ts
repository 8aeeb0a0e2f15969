import { afterEach, describe, expect, it } from "vitest";
import { keyedHash, seal, setHashKey } from "@/lib/core/crypto";
import { db } from "@/lib/db/client";
import { checkKeys } from "@/lib/db/sealed/verify-master-key";
import { aProduct, aUser } from "../../support/builders/products";
import { configureKeys, keyOf, startWith } from "../../support/harness/master-keys";

const anotherShop = /belongs to a shop with another master key/;
const keyIsMissing = /sealed with a master key that is not configured here/;

const witness = async () => {
  const { value } = await db().setting.findUniqueOrThrow({ where: { key: "masterKeys" } });
  return value as { seals: string[]; hashKey: string };
};

afterEach(() => setHashKey(undefined));

describe("the keys of a shared database", () => {
  it("are those of the first host; a host with others does not start", async () => {
    await startWith("first");
    await startWith("first");
    await expect(startWith("second")).rejects.toThrow(anotherShop);
  });

  it("are decided once when hosts start at the same moment", async () => {
    // All in one process: what is configured when a host gets to its turn is what counts.
    configureKeys("first");
    await Promise.all(Array.from({ length: 8 }, () => checkKeys()));
    await expect(startWith("second")).rejects.toThrow(anotherShop);
    expect((await witness()).seals).toHaveLength(1);
  });

  it("may be rotated: a host that has not heard of the new key does not start", async () => {
    await startWith("old");
    await startWith("new", ["old"]);
    await startWith("new", ["old"]);
    expect((await witness()).seals).toHaveLength(2);
    await expect(startWith("old")).rejects.toThrow(anotherShop);
  });

  it("are known to all hosts before the new one seals: it may be listed first as one that only opens", async () => {
    await startWith("old");
    await startWith("old", ["new"]);
    await startWith("new", ["old"]);
    await startWith("old", ["new"]);
  });

  it("may be dropped when nothing is sealed with them any more, and not a start before", async () => {
    await startWith("old");
    const user = await aUser({ totpSecretSealed: seal("secret", "users:totp_secret:1:v1") });
    await startWith("new", ["old"]);
    await expect(startWith("new")).rejects.toThrow(keyIsMissing);
    await db().user.update({ where: { id: user.id }, data: { totpSecretSealed: null } });
    await startWith("new");
    expect((await witness()).seals).toHaveLength(1);
    await expect(startWith("old")).rejects.toThrow(anotherShop);
  });

  it("may all still be needed in a shop from before they were remembered", async () => {
    configureKeys("old");
    await aUser({ totpSecretSealed: seal("secret", "users:totp_secret:1:v1") });
    await startWith("new", ["old"]);
    await expect(startWith("new")).rejects.toThrow(keyIsMissing);
  });

  it("come and go, the key of the look-up hashes stays", async () => {
    await startWith("old");
    const before = keyedHash("secret", "AAAA-BBBB");
    await startWith("new", ["old"]);
    expect(keyedHash("secret", "AAAA-BBBB")).toEqual(before);
    await startWith("new");
    expect(keyedHash("secret", "AAAA-BBBB")).toEqual(before);
    await startWith("third", ["new"]);
    await startWith("third");
    expect(keyedHash("secret", "AAAA-BBBB")).toEqual(before);
  });

  it("are recognised by the stock of a shop that started before keys had fingerprints", async () => {
    configureKeys("first");
    await aProduct({ keys: 1 });
    await expect(startWith("second")).rejects.toThrow(anotherShop);
    await startWith("first");
  });

  it("never stand in the database", async () => {
    await startWith("first");
    expect(JSON.stringify(await witness())).not.toContain(keyOf("first").slice(0, 16));
  });
});
