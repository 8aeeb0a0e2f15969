import type { ClientInfo } from "../accounts/actor";
import { failpoint } from "../core/failpoint";
import { log } from "../core/log";
import { db } from "../db/client";
import { findChannel } from "../payments/channel-account";
import { findProvider } from "../payments/find-provider";
import type { NotificationTarget } from "../payments/notification-target";
import type { GatewayAnswer, NotificationMessage } from "../payments/provider";
import { acceptNotice, type Origin, refuseNotice } from "./accept-notice";

const plainFail: GatewayAnswer = { status: 400, contentType: "text/plain; charset=utf-8", body: "fail" };

export interface IncomingNotification {
  /** From the address: picks the key and nothing else. */
  target: NotificationTarget | null;
  message: NotificationMessage;
  client: ClientInfo;
}

/** C30–C32. The answer is the gateway's own text; a success is said only after the commit. */
export async function handleNotification({
  target,
  message,
  client,
}: IncomingNotification): Promise<GatewayAnswer> {
  const provider = target && findProvider(target.provider);
  const origin: Origin = { source: "notification", client, redacted: provider?.redact(message) ?? "" };
  const channel = target && provider ? await findChannel(db(), target.channelId) : null;
  if (!provider || !channel || channel.provider !== provider) {
    await refuseNotice(origin, { channelId: null, payment: null, reason: "unknown_channel" });
    return provider?.nack("refused") ?? plainFail;
  }
  const verification = channel.account.verify(message);
  if (!verification.ok) {
    const { reason, claimedPaymentNo } = verification;
    const payment = claimedPaymentNo
      ? await db().payment.findFirst({
          where: { paymentNo: claimedPaymentNo, channelId: channel.id },
          select: { id: true, paymentNo: true },
        })
      : null;
    await refuseNotice(origin, { channelId: channel.id, payment, reason });
    return provider.nack("refused");
  }
  const acceptance = await acceptNotice(channel, verification.notice, origin);
  if (acceptance.verdict === "refused") {
    log.warn(
      { channel_id: channel.id, payment_no: verification.notice.paymentNo, reason: acceptance.reason },
      "notification refused",
    );
    return provider.nack(acceptance.fault);
  }
  failpoint("before-ack");
  return provider.ack;
}
