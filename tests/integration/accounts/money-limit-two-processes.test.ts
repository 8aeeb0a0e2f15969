import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { permissionsIn } from "@/lib/acts/permissions";
import { db } from "@/lib/db/client";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { aUser } from "../../support/builders/products";
import { balanceOf } from "../../support/builders/wallet";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";

let servers: ApiServer[] = [];

beforeAll(async () => {
  servers = [await startApiServer(), await startApiServer()];
}, 240_000);
afterAll(() => Promise.all(servers.map((server) => server.stop())));

async function aMember(dayLimitCents: bigint | null) {
  const at = new Date();
  const permissions = permissionsIn({ customers: "write", money: "write" });
  const role = await db().ownRole.create({
    data: { name: randomUUID(), permissions, dayLimitCents, createdAt: at, updatedAt: at },
  });
  return aLoggedInAdmin({ role: "viewer", ownRoleId: role.id });
}

async function post(n: number, path: string, cookie: string, body: unknown): Promise<number> {
  const url = servers[n % 2]?.url ?? "";
  const answer = await fetch(`${url}/api/v1/admin${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url, "sec-fetch-site": "same-origin", cookie },
    body: JSON.stringify(body),
  });
  return answer.status;
}

const gift = (amount: string) => ({ direction: "in", amount, remark: "r", request_key: randomUUID() });

it("two processes count the money of a person's day together [A31]", { timeout: 120_000 }, async () => {
  const { cookie } = await aMember(700n);
  const user = await aUser();
  const statuses = await Promise.all(
    Array.from({ length: 24 }, (_, n) => post(n, `/wallets/${user.id}/adjust`, cookie, gift("1.00"))),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(7);
  expect(statuses.filter((status) => status === 403)).toHaveLength(17);
  expect(await balanceOf(user.id)).toBe(700n);
});

it("two people who approve one request in two processes book it once [A31]", {
  timeout: 120_000,
}, async () => {
  const asker = await aMember(0n);
  const user = await aUser();
  const body = { kind: "wallet.adjust", user_id: user.id, ...gift("5.00") };
  expect(await post(0, "/money-requests", asker.cookie, body)).toBe(200);
  const { id } = await db().moneyRequest.findFirstOrThrow({ select: { id: true } });
  const seconds = [await aMember(null), await aMember(null)];
  const statuses = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      post(n, `/money-requests/${id}/approve`, seconds[n % 2]?.cookie ?? "", {}),
    ),
  );
  expect(statuses.sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  expect(await balanceOf(user.id)).toBe(500n);
});
