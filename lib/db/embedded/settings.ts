import { totalmem } from "node:os";

const within = (least: number, value: number, most: number): number =>
  Math.round(Math.min(most, Math.max(least, value)));

/** Megabytes that this machine has, or its container may use. */
export function usableMegabytes(total = totalmem(), limit = process.constrainedMemory()): number {
  return (limit > 0 ? Math.min(total, limit) : total) / 1024 ** 2;
}

/** Settings that follow the machine's memory; chosen by measurement (docs/decisions/speed/0610). */
export const sizesFor = (megabytes: number) => ({
  shared_buffers: `${within(8, megabytes / 64, 64)}MB`,
  // Memory that is left to the system to cache files with.
  effective_cache_size: `${within(128, megabytes / 2, 512)}MB`,
});

/** The rest is sized for a small shop on a small machine: everything together stays under 350 MB, shared pages counted once. */
const fixed: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  max_connections: "60",
  superuser_reserved_connections: "3",
  bgwriter_lru_maxpages: "0",
  // A disk without a head to move.
  random_page_cost: "1.1",
  work_mem: "4MB",
  maintenance_work_mem: "32MB",
  wal_buffers: "1MB",
  max_wal_size: "512MB",
  // Lets the running server be copied and its WAL be archived; minimal saved nothing that could be measured.
  wal_level: "replica",
  max_wal_senders: "2",
  wal_compression: "on",
  max_worker_processes: "2",
  max_parallel_workers_per_gather: "0",
  max_logical_replication_workers: "0",
  // Plans of frequent statements are kept (docs/decisions/speed/0044): a table that has just grown must be counted soon.
  autovacuum_naptime: "5s",
  autovacuum_max_workers: "1",
  autovacuum_worker_slots: "1",
  io_method: "sync",
  jit: "off",
  huge_pages: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // A failing statement carries buyers' addresses and its detail carries keys: neither goes into a file.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

export const embeddedSettings = (): Record<string, string> => ({ ...fixed, ...sizesFor(usableMegabytes()) });
