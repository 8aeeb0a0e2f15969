import { addSeconds, now } from "../../core/clock";
import { log } from "../../core/process/log";
import { note } from "../../core/refusals/noted";
import type { Problem, Told } from "../../core/refusals/refusal";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { endAlert, raiseAlert } from "../../notifications/alerts/raise-alert";
import { GatewayError } from "../gateway-request";
import { noteChannelFailure, noteChannelGood } from "../sql";

/** As many failures or refusals in a row, none of them older than `withinSeconds`, are told. */
export const failuresToTell = 3;
const withinSeconds = 600;
/** A gateway that works costs one statement a minute. */
const noteEverySeconds = 60;

const lastNoted = new Map<number, Date>();

const alertKey = (channelId: number) => `payment_channel.failing:${channelId}`;

/** For tests: another process begins with nothing noted. */
export const forgetNotedChannels = (): void => lastNoted.clear();

/** The gateway did what it was asked for, or brought a message that holds. */
export async function noteGoodGateway(channelId: number): Promise<void> {
  const at = now();
  const noted = lastNoted.get(channelId);
  if (noted && noted > addSeconds(at, -noteEverySeconds) && noted <= at) return;
  lastNoted.set(channelId, at);
  try {
    const isNews = await noteChannelGood(db(), { channelId, at });
    if (isNews) await inTransaction((tx) => endAlert(tx, alertKey(channelId)));
  } catch (error) {
    lastNoted.delete(channelId);
    log.warn({ channel_id: channelId, error }, "the good answer of a gateway could not be noted");
  }
}

/** The gateway was away, answered nothing usable, or does not accept us. `reason` holds no secret and no address. */
export async function noteFailedGateway(channelId: number, reason: Problem): Promise<void> {
  lastNoted.delete(channelId);
  try {
    const at = now();
    const since = addSeconds(at, -withinSeconds);
    const failed = await noteChannelFailure(db(), { channelId, at, since, problem: note(reason) });
    if (!failed || failed.failures < failuresToTell) return;
    await tellOfFailing({ id: channelId, name: failed.name }, reason);
  } catch (error) {
    log.warn({ channel_id: channelId, error }, "the failure of a gateway could not be noted");
  }
}

/** One alert a channel, until its gateway does what it is asked for. */
export const tellOfFailing = (channel: { id: number; name: string }, reason: Told): Promise<void> =>
  inTransaction((tx) =>
    raiseAlert(tx, {
      kind: "payment_channel.failing",
      data: { channel: channel.name, reason },
      reference: `payment_channel:${channel.id}`,
      dedupeKey: alertKey(channel.id),
    }),
  );

/** Asks the gateway of a channel and notes how that went. Call it outside a transaction. */
export async function noted<T>(channelId: number, ask: () => Promise<T>): Promise<T> {
  try {
    const answer = await ask();
    await noteGoodGateway(channelId);
    return answer;
  } catch (error) {
    if (error instanceof GatewayError) await noteFailedGateway(channelId, error.problem);
    throw error;
  }
}
