import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });

/**
 * A port above 10080, the last one that `fetch` refuses by the standard, and below those that the system gives to
 * outgoing calls: one of those could take it while its server is dead.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_081, 30_000);
    if (await isFree(port)) return port;
  }
}
