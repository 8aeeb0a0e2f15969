import { MigrationError } from "./migration-error";

const reasons: Record<string, string> = {
  ECONNREFUSED: "nothing answers at that address",
  ENOTFOUND: "the host name is unknown",
  ETIMEDOUT: "the host does not answer",
  "28P01": "the user name or the password is wrong",
  "28000": "the user may not connect",
  "3D000": "the database does not exist; create it first",
};

/** What a connection error means to the person who wrote the address. */
export function connectionProblem(error: unknown): MigrationError {
  const { code, message } = error as { code?: string; message: string };
  const reason = reasons[code ?? ""] ?? message;
  return new MigrationError(`The database at database.url (DATABASE_URL) cannot be used: ${reason}.`, {
    cause: error,
  });
}
