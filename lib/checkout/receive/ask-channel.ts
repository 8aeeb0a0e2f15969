import { foreignWords } from "../../core/refusals/noted";
import type { Channel } from "../../payments/channels/channel-account";
import { noteFailedGateway, noteGoodGateway } from "../../payments/channels/channel-health";
import { GatewayError } from "../../payments/gateway-request";
import { keyOf, type QueryResult } from "../../payments/provider";

/**
 * Asks the gateway of a payment, and notes at its channel how it answered. A refusal can be about a payment that it
 * does not have, in words that nobody knows: where merchant and key can be asked about alone, that answer decides.
 * @throws GatewayError
 */
export async function askChannel(
  { id, account }: Pick<Channel, "id" | "account">,
  payment: Parameters<typeof keyOf>[0],
): Promise<QueryResult> {
  const { query, probe } = account;
  if (!query) throw new Error(`Payment channel ${id} cannot be asked`);
  try {
    const answer = await query(keyOf(payment));
    if (answer.state !== "refused") {
      await noteGoodGateway(id);
      return answer;
    }
    if (!probe || !(await probe()).passed) {
      await noteFailedGateway(id, foreignWords(answer.message));
      return answer;
    }
    await noteGoodGateway(id);
    return { state: "unknown" };
  } catch (error) {
    if (error instanceof GatewayError) await noteFailedGateway(id, error.problem);
    throw error;
  }
}
