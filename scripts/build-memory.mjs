// How much memory a build takes, said before it begins and where it was killed. Plain Node without a package.
import { readFileSync } from "node:fs";
import { freemem } from "node:os";

/** Megabytes that a build takes, and below which it does not end: pages are then read from the disk again and again. */
const [comfortable, least] = [3_000, 2_000];

const megabytes = (bytes) => Math.round(bytes / 1024 ** 2);
const withoutBuild =
  "A release needs no build and runs with 512 MB: keyshelf-<version>-linux-x64.tar.gz (README.md, Three ways to open a shop).";

function freeSwap() {
  try {
    return Number(/^SwapFree:\s+(\d+)/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Megabytes that a new process may take here: of the machine with its swap, and within the bound of a container. */
export function freeMegabytes() {
  const machine = freemem() + freeSwap();
  return megabytes(process.constrainedMemory() > 0 ? Math.min(machine, process.availableMemory()) : machine);
}

/** Says what a build would meet here. @returns null where there is enough */
export function shortMemory(free) {
  if (free >= comfortable) return null;
  return {
    isHopeless: free < least,
    text:
      `Building the shop takes ${comfortable / 1_000} GB of memory, and ${free} MB are free here` +
      `${free < least ? ". It would not end; with swap it would" : ": it may be killed, or take long"}. ${withoutBuild}`,
  };
}

/** Node says it by signal or number, and Next of its own processes in words. */
const isKilled = (code, signal, output) =>
  signal === "SIGKILL" ||
  signal === "SIGABRT" ||
  [134, 137].includes(code) ||
  /signal: SIGKILL|heap out of memory/.test(output);

/** The sentence about a step that failed. */
export function endText(command, { code, signal, output }) {
  if (isKilled(code, signal, output))
    return `${command} was killed for lack of memory (or by a person). ${withoutBuild}`;
  return `${command} ended with ${code === null ? `signal ${signal}` : `code ${code}`}.`;
}
