import { exec } from "node:child_process";
import { promisify } from "node:util";
import { Skipped } from "./report.mjs";
import { exchanges } from "./signed-call.mjs";

const longestMs = 90_000;
/** For a command that ends before what it began. */
const patienceMs = 3000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Nothing listens, or what stands in front finds nobody behind it. */
async function isAway(url) {
  try {
    const { status } = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(2000) });
    return status >= 502;
  } catch {
    return true;
  }
}

/**
 * Runs a command of the one who asked for this check, and waits until `isUp` says so.
 * @throws Skipped when `url` answered all the time: a command that restarted nothing proves nothing
 */
export async function restart(command, url, isUp) {
  console.log(`           ${command}`);
  let end = Date.now() + longestMs;
  const running = promisify(exec)(command, { timeout: longestMs }).finally(() => {
    end = Date.now() + patienceMs;
  });
  const seen = (async () => {
    while (Date.now() < end) {
      if (await isAway(url)) return true;
      await pause(20);
    }
    return false;
  })();
  await running;
  const wasAway = await seen;
  const judged = exchanges.all.length;
  for (const last = Date.now() + longestMs; ; ) {
    const isThere = await isUp().catch(() => false);
    if (isThere) break;
    if (Date.now() > last) throw new Error("The program did not come back within 90 seconds");
    await pause(200);
  }
  // Answers of a program that starts, or of what stands in front of it, are not its own.
  exchanges.all.length = judged;
  if (!wasAway)
    throw new Skipped("it answered all the time while the command of --restart ran: nothing is proved");
}
