import { describe, expect, it } from "vitest";
import { GET, POST } from "@/app/api/v1/wallet/balance/route";
import { aLoggedInUser } from "../../support/builders/accounts";
import { aUser } from "../../support/builders/products";
import { giveBalance } from "../../support/builders/wallet";
import { call } from "../../support/harness/call";

describe("GET /api/v1/wallet/balance", () => {
  it("shows one's own balance and nobody else's", async () => {
    const { user, token } = await aLoggedInUser();
    const other = await aUser();
    await giveBalance(other.id, 9900n);
    expect((await call(GET, "GET", { token })).data).toEqual({ balance: "0.00", currency: "USD" });
    await giveBalance(user.id, 1250n);
    const answer = await call(GET, "GET", { token });
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({ balance: "12.50", currency: "USD" });
    expect(answer.headers.get("cache-control")).toContain("no-store");
  });

  it("asks who is calling", async () => {
    expect((await call(GET, "GET")).json).toMatchObject({ status_code: 401, data: null });
    expect((await call(GET, "GET", { token: "x.y.z" })).status).toBe(401);
  });

  it("answers other methods in the envelope [C1]", async () => {
    const answer = await call(POST, "POST", { body: {} });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toContain("GET");
  });
});
