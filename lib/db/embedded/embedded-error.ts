import { codeOf } from "../../core/process/thrown";

/** One sentence for the operator: what is wrong with the embedded database and what to do. */
export class EmbeddedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EmbeddedError";
  }
}

/** Turns what the file system says into that sentence. */
export function fileProblem(error: unknown, place: string): Error {
  if (error instanceof EmbeddedError) return error;
  switch (codeOf(error)) {
    case "ENOSPC":
    case "EDQUOT":
      return new EmbeddedError(`The disk that holds ${place} is full. Free some space and start again.`, {
        cause: error,
      });
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new EmbeddedError(
        `The database cannot write to ${place}. Make that folder writable, or set database.url to a PostgreSQL server.`,
        { cause: error },
      );
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}
