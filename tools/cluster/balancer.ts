import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Daemon } from "./daemon";
import type { ClusterPrograms } from "./programs";

export interface BalancerOptions {
  folder: string;
  programs: ClusterPrograms;
  port: number;
  /** host:port of each. */
  shops: readonly string[];
}

/** Caddy with deploy/Caddyfile in front of the shops, without TLS: it is for this machine alone. */
export async function startBalancer({ folder, programs, port, shops }: BalancerOptions): Promise<Daemon> {
  const own = path.join(folder, "balancer");
  await mkdir(own, { recursive: true, mode: 0o700 });
  const file = path.join(own, "Caddyfile");
  // Its own control port is not needed, and two on one machine would quarrel about it.
  await writeFile(file, `{\n\tadmin off\n}\nimport ${path.resolve("deploy/Caddyfile")}\n`);
  const balancer = new Daemon({
    setpriv: programs.setpriv,
    program: programs.caddy,
    args: ["run", "--adapter", "caddyfile", "--config", file],
    env: {
      DOMAIN: `http://localhost:${port}, http://127.0.0.1:${port}`,
      SHOPS: shops.join(" "),
      HOME: own,
      XDG_CONFIG_HOME: own,
      XDG_DATA_HOME: own,
    },
    account: undefined,
    folder: own,
    log: path.join(own, "caddy.log"),
  });
  for (let open = false; !open; await sleep(100)) {
    if (!balancer.isRunning) throw new Error(`Caddy did not start; see ${own}/caddy.log`);
    open = await fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
  return balancer;
}
