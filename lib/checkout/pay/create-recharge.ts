import type { ClientInfo, UserActor } from "../../acts/actor";
import { minutesFromNow, now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { newRechargeNo } from "../../core/ids";
import { db } from "../../db/client";
import { getUsableChannel } from "../../payments/channels/channel-account";
import { findOpenPayment } from "../../payments/queries";
import { getSettings, requireOpenShop } from "../../settings/queries";
import { getRecharge } from "../../wallet/queries";
import type { CreateRechargeBody } from "../../wallet/schema";
import { rechargeView } from "../../wallet/view";
import { memberChooser } from "../choosers";
import type { RechargeWithPayment } from "../schema";
import { startPayment } from "./start-payment";

/**
 * A recharge and its payment at the chosen channel; the balance grows when the gateway says that the money is there.
 * @throws AppError `feature_disabled`, `not_found`, `malformed` (payment_channel_id), `state_conflict` when the gateway fails
 */
export async function createRecharge(
  actor: UserActor,
  client: ClientInfo,
  { amount, payment_channel_id: channelId }: CreateRechargeBody,
): Promise<RechargeWithPayment> {
  await requireOpenShop();
  const { currency, features, orderExpireMinutes } = await getSettings();
  if (!features.wallet) throw new AppError("feature_disabled", "wallet_off");
  // Before the row is made: a channel that cannot be used leaves nothing behind.
  const { provider } = await getUsableChannel(db(), channelId, memberChooser(actor.userId, client));
  if (provider.takesRecharges?.() === false)
    throw new AppError("malformed", "not_for_recharge", { field: "payment_channel_id" });
  const row = await db().recharge.create({
    data: {
      rechargeNo: newRechargeNo(),
      userId: actor.userId,
      amountCents: amount,
      currency,
      expireAt: minutesFromNow(orderExpireMinutes),
      createdAt: now(),
    },
  });
  const payment = await startPayment({ rechargeId: row.id, channelId, client });
  return { ...rechargeView(row), payment };
}

/** One's own recharge, with the payment that can still be made for it. */
export async function getRechargeWithPayment(
  actor: UserActor,
  rechargeNo: string,
): Promise<RechargeWithPayment> {
  const { id, ...view } = await getRecharge(actor.userId, rechargeNo);
  if (view.status !== "pending") return { ...view, payment: null };
  // A reader does not wait for the sweep: without a payment it would look like one that failed.
  if (Date.parse(view.expire_at) <= now().getTime()) return { ...view, status: "expired", payment: null };
  return { ...view, payment: await findOpenPayment(db(), { rechargeId: id }, now()) };
}
