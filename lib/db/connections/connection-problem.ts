import { codeOf, messageOf } from "../../core/process/thrown";
import { memberOf } from "../../core/shapes/records";
import { MigrationError } from "../migrations/migration-error";

const nobody = "nothing answers at that address";
const lost = "the connection broke";
const busy = "it has no connection left";

/** By the code of the system, of PostgreSQL or of Prisma. */
const reasons: Record<string, string> = {
  ECONNREFUSED: nobody,
  ENOENT: nobody,
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the host cannot be reached",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name cannot be looked up now",
  ETIMEDOUT: "the host does not answer",
  ECONNRESET: lost,
  EPIPE: lost,
  "08000": lost,
  "08003": lost,
  "08006": lost,
  "57P01": "it is shutting down",
  "57P02": "it is restarting after a crash",
  "57P03": "it is starting or shutting down",
  "53300": busy,
  "25006": "it takes no writes: it is a standby",
  "28P01": "the user name or the password is wrong",
  "28000": "the user may not connect",
  "3D000": "the database does not exist; create it first",
  P1000: "the user name or the password is wrong",
  P1001: nobody,
  P1002: "the host does not answer",
  P1003: "the database does not exist; create it first",
  P1008: "the host does not answer",
  P1017: lost,
  P2024: busy,
  P2037: busy,
};

/** Errors of the driver, of our connections and of Prisma's adapter that have no code. */
const texts: [RegExp, string][] = [
  [/Connection terminated|Client has encountered a connection error|Connection ended/, lost],
  [/timeout exceeded when trying to connect|timeout expired/, "the host does not answer"],
  [/^The database has not answered for/, "the host does not answer"],
  [
    /^The database server does not take writes|^This host is a standby/,
    "it takes no writes: it is a standby",
  ],
];

/** Why the database cannot be used; `null`: the error says something else. Not for errors of calls to other hosts. */
export function connectionReason(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  const message = error instanceof Error ? error.message : "";
  const code = codeOf(error) ?? "";
  const syscall = memberOf(error, "syscall");
  // A missing file, and not a missing socket.
  if (code === "ENOENT" && syscall !== "connect") return null;
  return reasons[code] ?? texts.find(([text]) => text.test(message))?.[1] ?? null;
}

/** Errors of calls to other hosts, which have the same codes. */
const isOfOtherHost = (error: object): boolean =>
  ("name" in error && error.name === "OutgoingError") || "$metadata" in error;

/** Whether the database's absence made this error. It passes by itself: what was asked may be asked again. */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== "object" || error === null || isOfOtherHost(error)) return false;
  if (connectionReason(error) !== null) return true;
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  return "cause" in error && isDatabaseAway(error.cause);
}

/** How soon a caller may ask again: a fail-over takes longer, a restart less. */
export const awayRetrySeconds = 5;

/** Says a connection error to the person who wrote the address. */
export function connectionProblem(error: unknown): MigrationError {
  const reason = connectionReason(error) ?? messageOf(error);
  return new MigrationError(`The database at database.url (DATABASE_URL) cannot be used: ${reason}.`, {
    cause: error,
  });
}
