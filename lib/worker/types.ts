import type { JobKind, JobPayloads } from "../jobs/kinds";

export type Handler<K extends JobKind> = (payload: JobPayloads[K]) => Promise<void>;

/** What one domain does about each kind of job it cares for. Every handler may run again: it must be idempotent. */
export type Handlers = { [K in JobKind]?: Handler<K> };
