import { hashPassword } from "@/lib/accounts/password/hash-password";
import { db } from "@/lib/db/client";
import { http } from "./load";
import type { Row } from "./report";
import type { Shop } from "./shop";

const json = { "content-type": "application/json" };
const password = "bench correct horse battery";
const people = 64;
const emailOf = (n: number) => `member-${n % people}@example.com`;

/** Log-ins (argon2id, off the event loop) and a member's own orders. */
export async function members(shop: Shop): Promise<Row[]> {
  const passwordHash = await hashPassword(password);
  await db().user.createMany({
    data: Array.from({ length: people }, (_, n) => ({ email: emailOf(n), nickname: "Bench", passwordHash })),
  });
  const url = `${shop.baseUrl}/api/v1/auth/login`;
  let n = 0;
  const next = () => ({ body: JSON.stringify({ email: emailOf(n++), password }) });
  const login = await http({ url, method: "POST", headers: json, next });
  const answer = await fetch(url, { method: "POST", headers: json, ...next() });
  const { data } = (await answer.json()) as { data: { token: string } };
  const headers = { authorization: `Bearer ${data.token}` };
  const list = await http({ url: `${shop.baseUrl}/api/v1/orders`, headers });
  return [
    { name: "log-in", figures: login },
    {
      name: "a member's order list",
      figures: list,
    },
  ];
}
