import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { apiOperations } from "@/app/api/v1/operations";
import type { Operation } from "@/lib/http/operations";
import { aLoggedInUser } from "../support/builders/accounts";
import { staffOfTest } from "../support/harness/admin-suite";
import { call } from "../support/harness/call";
import { filledWith } from "../support/harness/fill-schema";
import { findGrowth, hostileBodies, hostileTexts } from "../support/harness/growth";
import { isTurnOf } from "../support/harness/seed";

const admin = staffOfTest();
let operations: Operation[];
let token: string;

beforeAll(async () => {
  operations = await apiOperations();
  ({ token } = await aLoggedInUser());
}, 300_000);

let calls = 0;

/** Each call from a network of its own: no limit stands before what is read. */
function ask(
  { method, handler }: Operation,
  given: { raw?: string; path?: string; headers?: Record<string, string> },
) {
  calls += 1;
  const ip = `2001:db8:${((calls >> 16) & 0xffff).toString(16)}:${(calls & 0xffff).toString(16)}::1`;
  const params = new Proxy({}, { get: (_, name) => (typeof name === "string" ? "1" : undefined) });
  const options = { ip, params, ...given };
  if (handler.options.auth === "admin") return admin.call(handler, method, options);
  return call(handler, method, handler.options.auth === "none" ? options : { ...options, token });
}

/** The short run gives each operation every sixth of the texts, and each text to every sixth operation. */
const inTurn = (all: readonly Operation[], turn: number): Operation[] =>
  all.filter((_, at) => isTurnOf(at + turn, 6));

/** All of them together: a single one that grows too fast shows in their sum. */
const growthOf = (
  chosen: Operation[],
  given: (operation: Operation, length: number) => Parameters<typeof ask>[1],
) => {
  const most = 200_000;
  return findGrowth(
    async (length) => {
      for (const operation of chosen) await ask(operation, given(operation, length));
    },
    { least: most / 2, most },
  );
};

it.each(Object.keys(hostileBodies).map((name, turn) => ({ name, turn })))(
  "no operation takes more than three times as long for twice the body of $name [C82]",
  async ({ name, turn }) => {
    const withBody = operations.filter(({ method }) => method !== "GET");
    expect(withBody.length).toBeGreaterThan(150);
    expect(
      await growthOf(inTurn(withBody, turn), (_, length) => ({ raw: hostileBodies[name]?.(length) ?? "" })),
    ).toBeNull();
  },
  300_000,
);

const inMembers = ["an address of dots", "spaces", "web addresses", "dashes", "entities", "full width"];

it.each(inMembers.map((name, turn) => ({ name, turn })))(
  "no operation takes more than three times as long for twice the text in every member: $name [C82]",
  async ({ name, turn }) => {
    const withBody = operations.filter(({ handler }) => handler.options.body);
    expect(withBody.length).toBeGreaterThan(100);
    const grown = await growthOf(inTurn(withBody, turn), ({ handler }, length) => {
      const { body } = handler.options;
      // Text that fits the cap of most bodies, in a few members.
      const text = hostileTexts[name]?.(length / 8) ?? "";
      return { raw: JSON.stringify(body && filledWith(body, text)) };
    });
    expect(grown).toBeNull();
  },
  300_000,
);

/** Every header that the code reads by name. */
const headersRead = (): string[] => {
  const files = [
    "lib/http/caller/client-info.ts",
    "lib/http/make-route.ts",
    "lib/http/caller/read-actor.ts",
    "lib/http/caller/session.ts",
  ];
  const found = files.flatMap((file) => [
    ...readFileSync(file, "utf8").matchAll(/\.(?:get|has)\("([a-z-]+)"\)/g),
  ]);
  return [
    ...new Set(found.map(([, name = ""]) => name).concat(["x-site-key", "x-site-timestamp", "x-site-nonce"])),
  ]
    .concat(["x-site-signature", "if-none-match", "idempotency-key", "range", "stripe-signature"])
    .filter((name) => !name.startsWith("x-keyshelf"));
};

it("no operation takes more than three times as long for twice a header [C82]", async () => {
  const chosen = ["listProducts", "logIn", "getCurrentUser", "listUpstreamProducts", "receiveNotification"];
  const asked = operations.filter(({ name }) => chosen.includes(name));
  expect(asked).toHaveLength(chosen.length);
  const slow: string[] = [];
  for (const [at, header] of headersRead().entries())
    for (const [turn, [name, make]] of Object.entries(hostileTexts).entries()) {
      if (!isTurnOf(at + turn, 6)) continue;
      const grown = await findGrowth(
        async (length) => {
          const value = make(length).replace(/[^\x21-\x7e]/g, " ");
          for (const operation of asked) await ask(operation, { headers: { [header]: value } });
        },
        { least: 8_000, most: 16_000 },
      );
      if (grown) slow.push(`${header}, ${name}: ${grown}`);
    }
  expect(slow).toEqual([]);
}, 300_000);
