import { spawn } from "node:child_process";
import { place } from "./main-site.mjs";

/** Longer than an agent may wait for an answer, and for the limit of calls. */
const longestMs = 60_000;

/**
 * Has the agent buy one unit: the command finds the main site in its environment, and prints what its buyer gets.
 * @returns its output and exit code, and `kill` to end it on the way
 */
export function runCommand(command, main, { orderNo, quantity = 1, patienceMs = longestMs }) {
  const product = main.products()[0];
  const child = spawn("/bin/sh", ["-c", command], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      BASE_URL: main.url,
      SITE_KEY: place.key,
      SITE_SECRET: place.secret,
      PRODUCT_ID: String(product.id),
      SKU_ID: String(product.skus[0].id),
      QUANTITY: String(quantity),
      ORDER_NO: orderNo,
    },
  });
  const kill = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  };
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const begun = Date.now();
  const timer = setTimeout(kill, patienceMs);
  const ended = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code, isKilled: signal !== null, afterMs: Date.now() - begun, out, err });
    });
  });
  return { ended, kill };
}
