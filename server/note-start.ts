import { hostname } from "node:os";
import { version } from "@/lib/config/version";
import { log } from "@/lib/core/process/log";

/** Once for each process: which program wrote the lines that follow, and where. */
export const noteStart = (role: "shop" | "worker"): void =>
  log.info({ role, version, instance: hostname(), pid: process.pid, node: process.version }, "started");
