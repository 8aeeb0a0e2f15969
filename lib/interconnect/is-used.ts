import { db } from "../db/client";

/** Whether the shop has agent sites, and main sites: without any its menu is folded. */
export async function usedSides(): Promise<{ mainSide: boolean; agentSide: boolean }> {
  const [site, connection] = await Promise.all([
    db().site.findFirst({ select: { id: true } }),
    db().connection.findFirst({ select: { id: true } }),
  ]);
  return { mainSide: site !== null, agentSide: connection !== null };
}
