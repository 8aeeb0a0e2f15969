import { randomUUID } from "node:crypto";
import { operations as adminMoneyRequests } from "@/app/api/v1/admin/money-requests/[[...path]]/route";
import { operations as adminWallets } from "@/app/api/v1/admin/wallets/[[...path]]/route";
import { permissionsIn } from "@/lib/acts/permissions";
import { db } from "@/lib/db/client";
import type { MoneyRequestView } from "@/lib/operations/money-requests/money-request-schema";
import { aLoggedInAdmin } from "../builders/accounts";
import { aUser } from "../builders/products";
import { call } from "./call";

const allMoney = {
  orders: "write",
  customers: "write",
  payments: "write",
  marketing: "write",
  interconnect: "write",
  money: "write",
} as const;

export async function aMember(limits: { act?: bigint; day?: bigint } = {}) {
  const at = new Date();
  const role = await db().ownRole.create({
    data: {
      name: `Role ${randomUUID()}`,
      permissions: permissionsIn(allMoney),
      actLimitCents: limits.act ?? null,
      dayLimitCents: limits.day ?? null,
      createdAt: at,
      updatedAt: at,
    },
  });
  return aLoggedInAdmin({ role: "viewer", ownRoleId: role.id });
}
type Member = Awaited<ReturnType<typeof aMember>>;

export const gift = (amount: string, requestKey: string = randomUUID()) => ({
  direction: "in",
  amount,
  remark: "goodwill",
  request_key: requestKey,
});
export const book = ({ headers }: { headers: Record<string, string> }, userId: number, body: unknown) =>
  call(adminWallets.adjustBalance, "POST", { headers, params: { user_id: String(userId) }, body });
export const ask = (member: Member, body: unknown) =>
  call<{ id: number }>(adminMoneyRequests.askForMoney, "POST", { headers: member.headers, body });
export const decide = (
  handler: typeof adminMoneyRequests.approveMoneyRequest,
  member: Member,
  id: number,
  body?: unknown,
) =>
  call(handler, "POST", {
    headers: member.headers,
    params: { request_id: String(id) },
    ...(body === undefined ? {} : { body }),
  });
export const listed = async (member: Member, query = "") =>
  (
    await call<{ requests: MoneyRequestView[] }>(adminMoneyRequests.listMoneyRequests, "GET", {
      headers: member.headers,
      path: `/?${query}`,
    })
  ).data.requests;

export async function aRequest(member: Member, amount = "80.00") {
  const user = await aUser();
  const body = { kind: "wallet.adjust", user_id: user.id, ...gift(amount) };
  const { id } = (await ask(member, body)).data;
  return { id, user, body };
}
