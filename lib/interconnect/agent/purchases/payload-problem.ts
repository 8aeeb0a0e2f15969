import { isKeyed } from "../../../catalogue/schema";

/** Why a payload cannot be what was bought, or null. `kind` is the main site's word, null when it is not known any more. */
export function payloadProblem(payload: string, quantity: number, kind: string | null): string | null {
  const lines = payload.split("\n").filter((line) => line.trim() !== "").length;
  if (lines === 0) return "sent nothing";
  if (kind === null || !isKeyed(kind) || lines >= quantity) return null;
  return `sent ${lines} of ${quantity} keys`;
}
