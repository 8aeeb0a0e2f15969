import { afterAll, beforeAll, expect, it } from "vitest";
import { aRegisteredUser, goodPassword } from "../../support/builders/accounts";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";

let servers: ApiServer[] = [];

beforeAll(async () => {
  servers = [await startApiServer(), await startApiServer()];
}, 240_000);
afterAll(() => Promise.all(servers.map((server) => server.stop())));

it("two processes count the failures of an account together [A3]", { timeout: 60_000 }, async () => {
  const { email } = await aRegisteredUser();
  const attempt = async (n: number, password: string) => {
    const answer = await fetch(`${servers[n % 2]?.url}/api/v1/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    return answer.status;
  };
  const guesses = await Promise.all(Array.from({ length: 16 }, (_, n) => attempt(n, "wrong password 1")));
  expect(guesses.filter((status) => status === 401)).toHaveLength(5);
  expect(guesses.filter((status) => status === 429)).toHaveLength(11);
  expect([await attempt(0, goodPassword), await attempt(1, goodPassword)]).toEqual([429, 429]);
});
