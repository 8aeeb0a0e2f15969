import { randomUUID } from "node:crypto";
import { exchanges } from "../signed-call.mjs";
import { MainSite } from "./main-site.mjs";
import { runCommand } from "./run-command.mjs";

export const newOrderNo = () => `CONF${randomUUID().replaceAll("-", "").slice(0, 12).toUpperCase()}`;

/** Enough of a call to judge it by. */
const mostShown = 2000;
const shortened = (text) => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text);
const nameCall = ({ method, path, raw, answer }) =>
  `${method} ${path} ${shortened(raw.toString())} -> ${shortened(answer ?? "")}`;

const endOf = ({ code, isKilled, afterMs }) =>
  isKilled ? `ended by force after ${Math.round(afterMs / 1000)} s` : `exit code ${code}`;
const briefly = (text) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** Calls of an agent and what it printed, as evidence of a line of the report. */
export const evidence = (main, result) => ({
  exchange: {
    sent: main.calls.map(nameCall).join("\n                    ") || "no call came",
    came: `${endOf(result)}, printed ${JSON.stringify(shortened(result.out))}${result.err ? `, errors ${JSON.stringify(shortened(result.err))}` : ""}`,
    brief: `${main.calls.length} ${main.calls.length === 1 ? "call" : "calls"}, ${endOf(result)}, printed ${briefly(result.out)}`,
  },
});

/** One purchase of the agent at a main site that behaves as `scenario` says. */
export async function buy(command, scenario = {}, options = {}) {
  const main = await new MainSite(scenario).start();
  Object.assign(main, scenario.with);
  try {
    const runs = options.at ?? [options.orderNo ?? newOrderNo()];
    const results = await Promise.all(
      runs.map((no) => runCommand(command, main, { ...options, orderNo: no }).ended),
    );
    const result = results[0];
    return { main, result, results, proof: evidence(main, result), payload: main.orders[0]?.payload };
  } finally {
    await main.stop();
  }
}

/** Notes for the report what a purchase was made of. */
export const judged = (bought) => {
  exchanges.add(bought.proof.exchange);
  return bought;
};

export const isPrinted = ({ result, payload }) =>
  payload !== undefined && result.out.replaceAll("\r\n", "\n").includes(payload);
