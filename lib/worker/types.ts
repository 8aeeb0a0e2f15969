import type { JobKind, JobPayloads } from "../jobs/kinds";

export type Handler<K extends JobKind> = (payload: JobPayloads[K]) => Promise<void>;

/** Handlers of one domain, by kind of job. Every handler may run again: it must be idempotent. */
export type Handlers = { [K in JobKind]?: Handler<K> };
