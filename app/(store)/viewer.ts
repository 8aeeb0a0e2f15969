import { getLocale } from "next-intl/server";
import { cache } from "react";
import { getCurrentUser } from "@/lib/accounts/queries";
import type { CurrentUser } from "@/lib/accounts/schema";
import { findPageUser } from "@/lib/http/caller/session";
import { getBalance } from "@/lib/wallet/queries";
import { toLocale } from "@/messages/locales";

export type Viewer = CurrentUser & { balance: string };

/** Finds the person who looks at the page, or null for a guest. */
export const getViewer = cache(async (): Promise<Viewer | null> => {
  const actor = await findPageUser();
  if (!actor) return null;
  const [user, { balance }] = await Promise.all([
    getCurrentUser(actor, toLocale(await getLocale())),
    getBalance(actor.userId),
  ]);
  return { ...user, balance };
});
