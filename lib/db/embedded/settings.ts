/** Sized for a small shop on a small machine: everything together stays under 450 MB. */
export const settings: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "60",
  superuser_reserved_connections: "3",
  shared_buffers: "8MB",
  bgwriter_lru_maxpages: "0",
  // What a small machine has left to cache files with, on a disk without a head to move.
  effective_cache_size: "512MB",
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
  // Plans of frequent statements are kept (docs/decisions/0044): a table that has just grown must be counted soon.
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
