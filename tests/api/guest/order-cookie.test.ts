import { describe, expect, it } from "vitest";
import { GET as events } from "@/app/(store)/orders/[orderNo]/events/route";
import { POST as open } from "@/app/(store)/orders/[orderNo]/open/route";
import { GET as read } from "@/app/api/v1/guest/orders/[order_no]/route";
import { newToken } from "@/lib/core/ids";
import { order } from "../../support/builders/guest-orders";
import { aProduct } from "../../support/builders/products";

const origin = "http://localhost:8080";
const peer = { "x-keyshelf-peer": "203.0.113.9" };
const own = { origin, "sec-fetch-site": "same-origin" };

const openAs = (orderNo: string, link: string, headers: Record<string, string> = own) =>
  open(
    new Request(`${origin}/orders/${orderNo}/open`, {
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
        ...headers,
      },
      body: new URLSearchParams({ link }).toString(),
    }),
    { params: Promise.resolve({ orderNo }) },
  );

const readAs = (orderNo: string, headers: Record<string, string>) =>
  read(new Request(`${origin}/api/v1/guest/orders/${orderNo}`, { headers: { ...peer, ...headers } }), {
    params: Promise.resolve({ order_no: orderNo }),
  });

async function anOpenOrder() {
  const { sku } = await aProduct({ keys: 2 });
  const { data } = await order(sku);
  const answer = await openAs(data.order_no, `${origin}/orders/${data.order_no}#t=${data.guest_token}`);
  const cookies = answer.headers.getSetCookie();
  return { data, sku, answer, cookies, cookie: cookies[0]?.split(";")[0] ?? "" };
}

describe("the cookie of a guest order", () => {
  it("is for this order's own addresses only, and hidden from script", async () => {
    const { data, answer, cookies } = await anOpenOrder();
    expect(answer.status).toBe(204);
    expect(cookies.map((cookie) => /Path=([^;]+)/.exec(cookie)?.[1])).toEqual([
      `/orders/${data.order_no}`,
      `/pay/${data.order_no}`,
      `/api/v1/guest/orders/${data.order_no}`,
    ]);
    for (const cookie of cookies) expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
  });

  it("opens the order for the shop's own pages, and for no other site", async () => {
    const { data, cookie } = await anOpenOrder();
    expect((await readAs(data.order_no, { cookie, "sec-fetch-site": "same-origin" })).status).toBe(200);
    expect((await readAs(data.order_no, { cookie, "sec-fetch-site": "cross-site" })).status).toBe(401);
    expect((await readAs(data.order_no, { cookie, origin: "https://evil.example" })).status).toBe(401);
  });

  it("is not given for a wrong token, nor to another site's form", async () => {
    const { data } = await anOpenOrder();
    expect((await openAs(data.order_no, newToken())).headers.getSetCookie()).toEqual([]);
    const foreign = await openAs(data.order_no, data.guest_token, {
      origin: "https://evil.example",
      "sec-fetch-site": "cross-site",
    });
    expect(foreign.status).toBe(403);
    expect(foreign.headers.getSetCookie()).toEqual([]);
  });

  it("opens no other order", async () => {
    const { sku, cookie } = await anOpenOrder();
    const { data: other } = await order(sku);
    expect((await readAs(other.order_no, { cookie, "sec-fetch-site": "same-origin" })).status).toBe(404);
    const stream = await events(new Request(`${origin}/x`, { headers: { ...peer, cookie } }), {
      params: Promise.resolve({ orderNo: other.order_no }),
    });
    expect(stream.status).toBe(204);
  });
});

describe("an open page of an order", () => {
  it("gets a stream that no compressor holds back and that ends when it is left", async () => {
    const { data, cookie } = await anOpenOrder();
    const leaving = new AbortController();
    const answer = await events(
      new Request(`${origin}/x`, { headers: { ...peer, cookie }, signal: leaving.signal }),
      {
        params: Promise.resolve({ orderNo: data.order_no }),
      },
    );
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    expect(answer.headers.get("cache-control")).toContain("no-transform");
    leaving.abort();
    expect(await answer.text()).toContain("retry:");
  });
});
