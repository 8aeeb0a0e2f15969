import { resolveEndedAlerts } from "./sql/alerts";

/** Resolves every open alert whose reason is gone. @returns how many */
export async function settleAlerts(): Promise<number> {
  const { numAffectedRows } = await resolveEndedAlerts();
  return Number(numAffectedRows);
}
