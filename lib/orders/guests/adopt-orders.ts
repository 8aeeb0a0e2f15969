import type { UserActor } from "../../acts/actor";
import { now } from "../../core/clock";
import { db } from "../../db/client";
import { adoptGuestOrders, countGuestOrders } from "../sql/customers";

/**
 * Orders that were placed without an account, with the address of this one. An account's address is proved by a code when it is
 * registered and whenever it changes, so its owner would get the links to them by mail as well.
 */
export const getAdoptableOrders = async (actor: UserActor): Promise<{ count: number }> => ({
  count: await countGuestOrders(db(), { userId: actor.userId }),
});

/** From then on the account reads them as its own, and mails go to it. The links of their guest time open them as before (C26). */
export const adoptOrders = async (actor: UserActor): Promise<{ adopted: number }> => ({
  adopted: await adoptGuestOrders(db(), actor.userId, now()),
});
