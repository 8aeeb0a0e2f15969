import type { z } from "zod";
import { AppError } from "../errors";
import { readIssue } from "../refusals/read-issue";

/** A setting that a gateway, a messenger or a way to deliver asks for by a name of its own. */
interface NamedField {
  key: string;
  kind: string;
}

type Settings<Value = unknown> = Readonly<Record<string, Value>>;

const secretsOf = (fields: readonly NamedField[]): string[] =>
  fields.filter(({ kind }) => kind === "secret").map(({ key }) => key);

/** Parses settings by the schema of the code that asks for them. @throws AppError `malformed` naming the setting below `place` */
export function parseSettings<Parsed>(
  schema: z.ZodType<Parsed>,
  given: Settings,
  place: readonly string[] = ["settings"],
): Parsed {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError("malformed", readIssue(issue), {
    field: [...place, ...(issue?.path ?? [])].map(String).join("."),
  });
}

/** Splits stored settings into what may be shown, which is everything but the secrets, and the names of secrets that are stored. */
export function splitSecrets<Value>(fields: readonly NamedField[], stored: Settings<Value>) {
  const secrets = secretsOf(fields);
  return {
    shown: Object.fromEntries(Object.entries(stored).filter(([key]) => !secrets.includes(key))),
    secretsSet: secrets.filter((key) => Boolean(stored[key])),
  };
}

const originOf = (url: unknown): string | null =>
  typeof url === "string" && URL.canParse(url) ? new URL(url).origin : null;

/**
 * Refuses to send a stored secret, which is never shown, to an address that somebody has just typed: at another origin each is
 * asked for again. `settings` is `stored` with `given` over it. @throws AppError `malformed` naming the secret
 */
export function requireSecretsAnew(
  fields: readonly NamedField[],
  { stored, given, settings }: { stored: Settings; given: Settings; settings: Settings },
): void {
  const hasMoved = fields.some(
    ({ key, kind }) => kind === "url" && originOf(stored[key]) !== originOf(settings[key]),
  );
  const missing = hasMoved && secretsOf(fields).find((key) => stored[key] && !given[key]);
  if (missing) throw new AppError("malformed", "credentials_again", { field: `settings.${missing}` });
}
