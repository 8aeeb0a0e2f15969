import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect } from "vitest";
import { anOrder, pay } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { isTurnOf } from "../../support/harness/seed";
import { it } from "../../support/harness/shell-test";
import { isLong } from "../../support/harness/tier";

describe("npm run shop -- import-keys", () => {
  it("imports keys from a file beside the command", async ({ shell: { box, json, ownShop, shop } }) => {
    const { sku } = await aProduct({ keys: 3 });
    const skuId = sku.id;
    await pay((await anOrder({ sku })).orderId);
    await writeFile(path.join(box, "keys.txt"), "NEW-1\nNEW-2\n\nNEW-1\n");
    const report = await json(ownShop, "import-keys", "keys.txt", "--sku", String(skuId));
    expect(report).toMatchObject({ imported: 2, repeated: 1, empty: 1 });
    const secret = "[Interface]\nPrivateKey = 1\n\n[Peer]";
    await writeFile(path.join(box, "blocks.txt"), `${secret}\n---\nB\n---\nC\n`);
    const blocks = ["import-keys", "blocks.txt", "--sku", String(skuId), "--separator", "---"];
    if (isLong) expect(await json(ownShop, ...blocks, "--check")).toMatchObject({ imported: 3 });
    expect(await json(ownShop, ...blocks)).toMatchObject({ imported: 3 });
    await writeFile(path.join(box, "list.csv"), "sku,key\nA,L1\n");
    const list = await shop(ownShop, "import-keys", "list.csv", "--sku", String(skuId), "--check");
    expect(list.stderr).toMatch(/^Line 1 looks like the heading of a table/);
    const table = ["import-keys", "table.csv", "--sku", String(skuId), "--table"];
    await writeFile(path.join(box, "table.csv"), 'Note,Key,Cost\n,"D\nE",1.5\nx,F,one\n');
    const refused = await shop(ownShop, ...table);
    expect(refused.stdout).toMatch(
      /^1 keys imported; .* 1 refused\.\n {2}line 4 has a cost that cannot be read: write it like a price\n$/,
    );
    expect(refused.code).toBe(0);
    const files = ["export-keys", "--sku", String(skuId), "--separator", "---"];
    const exported = (await shop(ownShop, ...files)).stdout;
    expect(exported).toContain(`NEW-2\n---\n${secret}\n---\nB\n---\nC\n---\nD\nE\n`);
    // The way back finds every key as it was.
    await writeFile(path.join(box, "again.txt"), exported);
    const again = await json(
      ownShop,
      "import-keys",
      "again.txt",
      "--sku",
      String(skuId),
      "--separator",
      "---",
    );
    expect(again).toMatchObject({ imported: 0, duplicates: 8, not_imported: { duplicate: 8 } });
    if (isLong) expect(await json(ownShop, "check-ledger")).toMatchObject({ is_sound: true });
  }, 120_000);

  it("reads a file of keys in the encodings that the page reads, and refuses what is no text [C68]", async ({
    shell: { box, json, ownShop, shop },
  }) => {
    const skuId = (await aProduct({ keys: 3 })).sku.id;
    const text = "KEY-U16-1\r\n\u5361\u5bc6-2\r\n";
    const utf16Keys = text.trim().split("\r\n");
    const utf16 = Buffer.from(`\uFEFF${text}`, "utf16le");
    const files: Record<string, Buffer> = {
      "little.txt": utf16,
      "big.txt": Buffer.from(utf16).swap16(),
      "gbk.txt": Buffer.from("KEY-GBK-1\n\xbf\xa8\xc3\xdc-3\n", "latin1"),
      "no-mark.txt": utf16.subarray(2),
      "latin.txt": Buffer.from("cl\xe9\n", "latin1"),
    };
    for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(box, name), bytes);
    const sku = String(skuId);
    const readable = Object.entries({
      "little.txt": utf16Keys,
      "big.txt": utf16Keys,
      "gbk.txt": ["KEY-GBK-1", "\u5361\u5bc6-3"],
    });
    const known = new Set<string>();
    for (const [name, keys] of readable.filter((_, at) => isTurnOf(at, 3))) {
      const duplicates = keys.filter((key) => known.has(key)).length;
      for (const key of keys) known.add(key);
      const report = await json(ownShop, "import-keys", name, "--sku", sku);
      expect(report).toMatchObject({ imported: keys.length - duplicates, duplicates });
    }
    for (const name of ["no-mark.txt", "latin.txt"].filter((_, at) => isTurnOf(at, 2))) {
      const refused = await shop(ownShop, "import-keys", name, "--sku", sku);
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/is not a text in UTF-8/)]);
    }
    const exported = (await shop(ownShop, "export-keys", "--sku", sku, "--status", "available")).stdout;
    expect(exported).toContain(`${[...known].join("\n")}\n`);
  }, 120_000);

  it("ends with code 1 when every line of an import is refused", async ({
    shell: { box, ownShop, shop },
  }) => {
    await writeFile(path.join(box, "table.csv"), "Key,Sku\nA,none-such\nB,none-such\n");
    for (const args of isLong ? [["--check"], []] : [["--check"]]) {
      const refused = await shop(ownShop, "import-keys", "table.csv", "--table", ...args);
      expect([refused.code, refused.stdout]).toEqual([
        1,
        expect.stringMatching(/ 2 refused\.\n {2}line 2 names no option of this shop .*\n {2}line 3 names/),
      ]);
    }
    const folder = await shop(ownShop, "import-keys", ".", "--sku", "1");
    expect([folder.code, folder.stderr]).toEqual([1, expect.stringMatching(/ is a folder: name a file/)]);
  }, 120_000);
});
