import { expect, it } from "vitest";
import { POST as open } from "@/app/(store)/orders/[orderNo]/open/route";
import { POST as forget } from "@/app/(store)/orders/forget/route";
import { GET as read } from "@/app/api/v1/guest/orders/[order_no]/route";
import { order } from "../../support/builders/guest-orders";
import { aProduct } from "../../support/builders/products";

const origin = "http://localhost:8080";
const own = { origin, "sec-fetch-site": "same-origin" };

const send = (path: string, fields: [string, string][], headers: Record<string, string> = own) =>
  new Request(`${origin}${path}`, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  });
const forgetThose = (orderNos: readonly string[], headers?: Record<string, string>) =>
  forget(
    send(
      "/orders/forget",
      orderNos.map((orderNo) => ["order_no", orderNo]),
      headers,
    ),
  );
/** Name and path, which make a cookie one and the same to a browser. */
const placesOf = ({ headers }: Response) =>
  headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, "").replace(/;(?! Path).*$/, ""));

async function anOrder() {
  const { sku } = await aProduct({ keys: 1 });
  const { data } = await order(sku);
  const opened = await open(send(`/orders/${data.order_no}/open`, [["link", data.guest_token]]), {
    params: Promise.resolve({ orderNo: data.order_no }),
  });
  return { ...data, opened };
}

it("forgetting orders in a browser ends each cookie that opening them has set, and no other [C215]", async () => {
  const orders = [await anOrder(), await anOrder()];
  const answer = await forgetThose(orders.map(({ order_no }) => order_no));
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([204, "no-store"]);
  expect(placesOf(answer)).toEqual(orders.flatMap(({ opened }) => placesOf(opened)));
  expect(placesOf(answer)).toHaveLength(6);
  for (const cookie of answer.headers.getSetCookie())
    expect(cookie).toMatch(/^keyshelf\.order=; Path=\S+; Max-Age=0; HttpOnly; SameSite=Lax$/);
});

it("an order that a browser forgot opens by its link as before [C26, C215]", async () => {
  const { order_no, guest_token } = await anOrder();
  await forgetThose([order_no]);
  const params = Promise.resolve({ order_no });
  const headers = { authorization: `Bearer ${guest_token}`, "x-keyshelf-peer": "203.0.113.9" };
  const answer = await read(new Request(`${origin}/api/v1/guest/orders/${order_no}`, { headers }), {
    params,
  });
  expect(answer.status).toBe(200);
});

it("no other site makes a browser forget, and no text but an order number gets into a cookie [C215]", async () => {
  const { order_no } = await anOrder();
  const foreign = await forgetThose([order_no], {
    origin: "https://evil.example",
    "sec-fetch-site": "cross-site",
  });
  expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([403, []]);
  for (const text of ["", "../admin", `${order_no}; Domain=evil.example`, order_no.toLowerCase()]) {
    const answer = await forgetThose([text]);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []]);
  }
  expect(placesOf(await forgetThose(["nonsense", order_no]))).toHaveLength(3);
  expect((await forgetThose(Array.from({ length: 11 }, () => order_no))).status).toBe(400);
});
