import path from "node:path";
import { describe, expect, it } from "vitest";
import { startFaultyMain } from "../../support/fakes/trade/faulty-main";
import { knownOrders, startFaultyReceiver } from "../../support/fakes/trade/faulty-receiver";
import { type Fault, plantedFaults, type Role } from "../../support/fakes/trade/planted-faults";
import {
  credentialArguments,
  freeAddress,
  namedRules,
  runConformance,
} from "../../support/harness/conformance";
import { isTurnOf } from "../../support/harness/seed";
import { isLong } from "../../support/harness/tier";

const one = { key: "agent_key_0001", secret: "the-first-secret" };
const two = { key: "agent_key_0002", secret: "the-second-secret" };

/** An agent buys some thirty times: on a busy machine that takes its time. */
const longestMs = 300_000;

/** Short enough for a test, and longer than a call. */
const nonceWait = 1;
const forgetsAfterMs = 500;
const reservation = 2;

const restartOf = (url: string) => `"${process.execPath}" -e "fetch('${url}/restart')"`;

/** Faults that show only when the site is asked for everything at once. */
const isThorough = (fault: string | null) =>
  fault === "breaks_under_many_calls" || fault === "stock_read_then_written";
/** The end of a reservation is waited for only where it is judged. */
const isShortlyReserved = (fault: string | null) =>
  plantedFaults.main[(fault ?? "never_expires") as Fault<"main">].startsWith("expiry.");

async function judgeMain(fault: Fault<"main"> | null) {
  const listen = await freeAddress();
  const reserves = isShortlyReserved(fault);
  const main = await startFaultyMain({
    fault,
    agents: [one, two],
    forgetsAfterMs,
    reservationMs: reserves ? reservation * 1000 : 1_800_000,
    callbackUrl: `http://${listen}/callback`,
  });
  const args = [
    "--base-url",
    main.url,
    ...credentialArguments(one),
    "--other-key",
    two.key,
    "--other-secret",
    two.secret,
  ];
  args.push(
    "--buy",
    "--listen",
    listen,
    "--patience",
    "1",
    "--nonce-wait",
    String(nonceWait),
    "--restart",
    restartOf(main.url),
  );
  if (reserves) args.push("--reservation", String(reservation));
  if (isThorough(fault)) args.push("--thorough");
  const result = await runConformance(...args);
  await main.stop();
  return result;
}

async function judgeReceiver(fault: Fault<"receiver"> | null) {
  const receiver = await startFaultyReceiver({ fault, site: one, forgetsAfterMs });
  const [order, second] = knownOrders;
  const result = await runConformance(
    ...["--receiver", `${receiver.url}/callback`, ...credentialArguments(one)],
    ...["--upstream-order-no", order.upstream, "--downstream-order-no", order.downstream],
    ...["--second-upstream-order-no", second.upstream, "--second-downstream-order-no", second.downstream],
    ...[
      "--buyer-page",
      `${receiver.url}/buyer/{order}`,
      "--nonce-wait",
      String(nonceWait),
      "--restart",
      restartOf(receiver.url),
    ],
  );
  await receiver.stop();
  return result;
}

const agent = path.resolve(import.meta.dirname, "../../support/fakes/trade/faulty-agent.mjs");
const judgeAgent = (fault: Fault<"agent"> | null) =>
  runConformance("--agent", `FAULT=${fault ?? ""} "${process.execPath}" "${agent}"`);

const judges = { main: judgeMain, receiver: judgeReceiver, agent: judgeAgent } as {
  [R in Role]: (fault: Fault<R> | null) => Promise<{ text: string; code: number }>;
};
const roles = Object.keys(plantedFaults) as Role[];
const judge = judges as Record<Role, (fault: string | null) => Promise<{ text: string; code: number }>>;

interface Row {
  role: Role;
  fault: string;
  rule: string;
}

const rows = roles.flatMap((role): Row[] =>
  Object.entries(plantedFaults[role]).map(([fault, rule]) => ({ role, fault, rule })),
);

/** Kinds that a judge finds in ways of its own. A short run takes a row of each, in turn. */
function kindOf({ role, rule }: Row): string {
  // An agent is started anew for each of its purchases: the slowest runs.
  if (role === "agent") return role;
  if (/at-once|oversell|burst/.test(rule)) return `${role}: concurrency`;
  if (/^expiry|window/.test(rule)) return `${role}: time`;
  if (/length|-full|long|pages|number-6/.test(rule)) return `${role}: volume`;
  if (/restart/.test(rule)) return `${role}: memory`;
  if (rule.startsWith("callback.")) return `${role}: callbacks`;
  return `${role}: answers`;
}

const chosen = [...new Set(rows.map(kindOf))].flatMap((kind) => {
  const ofKind = rows.filter((row) => kindOf(row) === kind);
  return ofKind.filter((_, at) => isTurnOf(at, ofKind.length));
});

describe("the planted faults", () => {
  // An agent is begun anew for each of its thirty purchases; of our own one conformance.test.ts shows that the judge finds nothing.
  it.each(roles.filter((role) => isLong || role !== "agent"))(
    "a %s without a fault passes every rule [C120, N2]",
    { timeout: longestMs },
    async (role) => {
      const { text, code } = await judge[role](null);
      expect(namedRules(text, "FAIL")).toEqual([]);
      expect(code).toBe(0);
    },
  );

  it.each(chosen)(
    "the command finds $fault of a $role by $rule [C120]",
    { timeout: longestMs },
    async ({ role, fault, rule }) => {
      const { text } = await judge[role](fault);
      const named = [...namedRules(text, "FAIL"), ...namedRules(text, "ADVICE")];
      expect(named).toContain(rule);
    },
  );
});
