// The stages of a run, timed: `npm test` ends with where its time went, and writes it as JSON.
import { spawn } from "node:child_process";
import { root } from "../bootstrap.mjs";

const stages = [];

/** Runs one stage, and keeps its seconds for the report also when it fails. */
export async function stage(name, work) {
  const begin = performance.now();
  try {
    return await work();
  } finally {
    stages.push({ name, seconds: (performance.now() - begin) / 1000 });
  }
}

export const finishedStages = () => [...stages];

/** Runs stages that need nothing of each other at the same time; all end before the first failure is thrown. */
export async function beside(...works) {
  const results = await Promise.allSettled(works.map((work) => work()));
  const failure = results.find(({ status }) => status === "rejected");
  if (failure) throw failure.reason;
  return results.map(({ value }) => value);
}

/** Runs Node with its output on the terminal. @returns its exit code, 1 when a signal ended it */
export function runNode(args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
