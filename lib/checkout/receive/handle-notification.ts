import type { ClientInfo } from "../../acts/actor";
import { failpoint } from "../../core/process/failpoint";
import { log } from "../../core/process/log";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { raiseAlert } from "../../notifications/alerts/raise-alert";
import { findChannel } from "../../payments/channels/channel-account";
import { noteGoodGateway } from "../../payments/channels/channel-health";
import type { NotificationTarget } from "../../payments/events/notification-target";
import { findProvider, isAvailable } from "../../payments/find-provider";
import type { GatewayAnswer, NotificationMessage, PaymentProvider } from "../../payments/provider";
import { plainFail } from "../../payments/providers/gateway-answers";
import {
  acceptNotification,
  ignoreNotification,
  type Origin,
  refuseNotification,
} from "./accept-notification";
import { noteGatewayDispute } from "./note-gateway-dispute";
import { queryPayment } from "./query-payment";

export interface IncomingNotification {
  /** From the address: picks the key and nothing else. */
  target: NotificationTarget | null;
  message: NotificationMessage;
  client: ClientInfo;
}

/** There is such a channel, only its settings cannot be opened or are not complete any more. */
const isBroken = async (provider: PaymentProvider, id: number): Promise<boolean> =>
  (await isAvailable(provider, db())) &&
  (await db().paymentChannel.count({ where: { id, provider: provider.code } })) > 0;

/** Our own fault: the gateway must retry, after the key or the settings are fixed. */
async function refuseForNow(
  provider: PaymentProvider,
  origin: Origin,
  channelId: number,
): Promise<GatewayAnswer> {
  await refuseNotification(origin, { channelId, payment: null, reason: "unusable_channel" });
  await inTransaction((tx) =>
    raiseAlert(tx, {
      kind: "payment_channel.unusable",
      data: { channelId },
      reference: `payment_channel:${channelId}`,
      dedupeKey: `payment_channel.unusable:${channelId}`,
    }),
  );
  return provider.nack("ours");
}

/** The buyer may never come back to the shop: what they approved is taken now. What fails is asked for again like every payment. */
async function collectApproved(channelId: number, paymentNo: string): Promise<void> {
  const payment = await db().payment.findFirst({ where: { paymentNo, channelId }, select: { id: true } });
  if (payment) await queryPayment(payment.id);
}

const isOurs = async (channelId: number, paymentNo: string): Promise<boolean> =>
  (await db().payment.findFirst({ where: { paymentNo, channelId }, select: { id: true } })) !== null;

/** C30–C32. The answer is the gateway's own text; a success is said only after the commit. */
export async function handleNotification({
  target,
  message,
  client,
}: IncomingNotification): Promise<GatewayAnswer> {
  const provider = target && findProvider(target.provider);
  const origin: Origin = { source: "notification", client, redacted: provider?.redact(message) ?? "" };
  const channel = provider ? await findChannel(db(), target.channelId) : null;
  if (!provider || !channel || channel.provider !== provider) {
    if (provider && !channel && (await isBroken(provider, target.channelId)))
      return refuseForNow(provider, origin, target.channelId);
    await refuseNotification(origin, { channelId: null, payment: null, reason: "unknown_channel" });
    return provider?.nack("refused") ?? plainFail("refused");
  }
  const verification = await channel.account.verify(message);
  if (!verification.ok) {
    const { reason, claimedPaymentNo } = verification;
    const payment = claimedPaymentNo
      ? await db().payment.findFirst({
          where: { paymentNo: claimedPaymentNo, channelId: channel.id },
          select: { id: true, paymentNo: true },
        })
      : null;
    await refuseNotification(origin, { channelId: channel.id, payment, reason });
    return provider.nack(reason === "proof_unavailable" ? "ours" : "refused");
  }
  // A message that holds shows that the gateway is there and that the key fits.
  await noteGoodGateway(channel.id);
  if (verification.notification === null) {
    const { status, approvedPaymentNo, dispute } = verification;
    await ignoreNotification(origin, { channelId: channel.id, status });
    if (dispute) await noteGatewayDispute(channel, dispute);
    if (approvedPaymentNo) await collectApproved(channel.id, approvedPaymentNo);
    return channel.account.ack ?? provider.ack;
  }
  if (provider.isAccountWide && !(await isOurs(channel.id, verification.notification.paymentNo))) {
    await ignoreNotification(origin, { channelId: channel.id, status: "another_site" });
    return channel.account.ack ?? provider.ack;
  }
  const acceptance = await acceptNotification(channel, verification.notification, origin);
  if (acceptance.verdict === "refused") {
    log.warn(
      { channel_id: channel.id, payment_no: verification.notification.paymentNo, reason: acceptance.reason },
      "notification refused",
    );
    return provider.nack(acceptance.fault);
  }
  failpoint("before-ack");
  return channel.account.ack ?? provider.ack;
}
