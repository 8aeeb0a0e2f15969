import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";

export interface LogContext {
  request_id?: string;
  job_id?: string;
}

const context = new AsyncLocalStorage<LogContext>();

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

export const log = pino({
  name: "keyshelf",
  level: "info",
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: sensitive.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
  mixin: () => context.getStore() ?? {},
  serializers: { error: pino.stdSerializers.err },
});

export const setLogLevel = (level: string): void => {
  log.level = level;
};
