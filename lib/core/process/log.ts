import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";
import { tracing } from "./trace";

export interface LogContext {
  request_id?: string;
  client_request_id?: string;
  job_id?: string;
}

// On globalThis because Next bundles this module more than once, and the level and the request id are one for all.
declare global {
  var keyshelfLog: pino.Logger | undefined;
  var keyshelfLogContext: AsyncLocalStorage<LogContext> | undefined;
}
const holder = globalThis;

holder.keyshelfLogContext ??= new AsyncLocalStorage<LogContext>();
const context = holder.keyshelfLogContext;

/** Every line written inside `run` carries `fields`. */
export const withLogContext = <T>(fields: LogContext, run: () => T): T => context.run(fields, run);

const sensitive = [
  "password",
  "old_password",
  "new_password",
  "code",
  "token",
  "guest_token",
  "refresh_token",
  "challenge_token",
  "recovery_code",
  "secret",
  "secrets",
  "payload",
  "content",
  "authorization",
  "cookie",
  "signature",
  "sign",
  "key",
];

/** Form of every line: collectors know the level by its word and the time by its date. */
export const lineFormat = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level: string) => ({ level }) },
} satisfies pino.LoggerOptions;

holder.keyshelfLog ??= pino({
  ...lineFormat,
  level: "info",
  redact: { paths: sensitive.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
  mixin: () => {
    const fields = context.getStore() ?? {};
    const traceId = tracing()?.traceId();
    return traceId === undefined ? fields : { ...fields, trace_id: traceId };
  },
  serializers: { error: pino.stdSerializers.err },
});

export const log = holder.keyshelfLog;

export const setLogLevel = (level: string): void => {
  log.level = level;
};
