import { log } from "../../core/process/log";
import { inTransaction } from "../../db/transaction";
import { endAlert, raiseAlert } from "../../notifications/alerts/raise-alert";
import { type TestGatewayState, testGatewayState } from "./availability";

const kinds = { on_in_public: "test_gateway.public", off: "test_gateway.off" } as const;

const messages: Partial<Record<TestGatewayState, string>> = {
  on_in_public:
    "The test gateway is on at a public address: everybody gets every product for nothing. Set test_gateway: false before you sell",
  off_in_public:
    "The test gateway is off, because the shop has a public address: its payment channel is not offered. Set up a real channel",
  off_own_goods:
    "The test gateway is off, because the shop has goods of its own: its payment channel is not offered. Set up a real channel, or set test_gateway: true to go on trying on this machine",
};

/**
 * Raises the alert that the gateway's state asks for and ends the others. An alert about a gateway that is off says why its
 * channel has gone: without an active one there is nothing to explain. @returns the sentence, for the start.
 */
export async function reportTestGateway(): Promise<string | null> {
  const sentence = await inTransaction(async (tx) => {
    const state = await testGatewayState(tx);
    const message = messages[state];
    const isPublic = state === "on_in_public";
    const isMissed =
      isPublic || (await tx.paymentChannel.count({ where: { provider: "test", isActive: true } })) > 0;
    if (!message || !isMissed) {
      for (const kind of Object.values(kinds)) await endAlert(tx, kind);
      return null;
    }
    const kind = isPublic ? kinds.on_in_public : kinds.off;
    await endAlert(tx, isPublic ? kinds.off : kinds.on_in_public);
    await raiseAlert(tx, {
      kind,
      data: { isOwnGoods: state === "off_own_goods" },
      dedupeKey: kind,
    });
    return message;
  });
  if (sentence) log.warn({}, sentence);
  return sentence;
}
