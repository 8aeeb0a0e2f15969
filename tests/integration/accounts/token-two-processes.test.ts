import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { aStaffToken } from "../../support/builders/accounts";
import { aUser } from "../../support/builders/products";
import { balanceOf } from "../../support/builders/wallet";
import { gift } from "../../support/harness/money-members";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";

let servers: ApiServer[] = [];

beforeAll(async () => {
  servers = [await startApiServer(), await startApiServer()];
}, 240_000);
afterAll(() => Promise.all(servers.map((server) => server.stop())));

const post = async (n: number, path: string, headers: Record<string, string>, body: unknown) =>
  (
    await fetch(`${servers[n % 2]?.url}/api/v1/admin${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    })
  ).status;

it("two processes count the money of a token's day together, and know at once that it is revoked [C134]", {
  timeout: 120_000,
}, async () => {
  const permissions = ["customers:read", "customers:write", "money:read", "money:write"] as const;
  const program = await aStaffToken(permissions, { isProved: true, dayLimitCents: 700n });
  const user = await aUser();
  const give = (n: number) => post(n, `/wallets/${user.id}/adjust`, program.headers, gift("1.00"));
  const statuses = await Promise.all(Array.from({ length: 24 }, (_, n) => give(n)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(7);
  expect(statuses.filter((status) => status === 403)).toHaveLength(17);
  expect(await balanceOf(user.id)).toBe(700n);
  await db().staffToken.updateMany({ data: { revokedAt: new Date() } });
  expect([await give(0), await give(1)]).toEqual([401, 401]);
});
