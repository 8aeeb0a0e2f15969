/** Words of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Code of an error of the system, of the database or of a library. */
export function codeOf(error: unknown): string | undefined {
  const hasCode = typeof error === "object" && error !== null && "code" in error;
  return hasCode && typeof error.code === "string" ? error.code : undefined;
}

/** For a callback or a field that takes errors only. */
export const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
