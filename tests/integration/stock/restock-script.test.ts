import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { aStaffToken } from "../../support/builders/accounts";
import { aProduct } from "../../support/builders/products";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";

let server: ApiServer;

beforeAll(async () => {
  server = await startApiServer();
}, 240_000);
afterAll(() => server.stop());

it("examples/restock.py puts the keys of a file into the stock with a token, and says what refuses it [C132]", async () => {
  const { sku } = await aProduct({ keys: 0 });
  const file = path.join(await mkdtemp(path.join(tmpdir(), "restock-")), "keys.txt");
  await writeFile(file, "\ufeffKEY-1\r\nKEY-2\r\nKEY-3\n");
  const run = async (token: string) => {
    const env = { ...process.env, SHOP: server.url, TOKEN: token };
    const script = ["examples/restock.py", String(sku.id), file];
    return promisify(execFile)("python3", script, { env }).catch((failed: { stderr: string }) => failed);
  };
  const { token } = await aStaffToken(["stock:read", "stock:write"]);
  expect(await run(token)).toMatchObject({ stdout: "3 keys are new, 0 were there already\n" });
  expect(await run(token)).toMatchObject({ stdout: "0 keys are new, 3 were there already\n" });
  expect(await db().secret.count({ where: { skuId: sku.id, status: "available" } })).toBe(3);
  const other = await aStaffToken(["orders:read"], { name: "books" });
  expect(await run(other.token)).toMatchObject({
    stderr: "Refused: The token books does not include stock:write\n",
  });
});
