import { now } from "../../core/clock";
import type { Translations } from "../../core/translations";
import type { Tx } from "../../db/transaction";
import { testGateway } from "../providers/test-gateway/test-gateway";
import { writeChannelSettings } from "./channel-account";

/** The channel of a sample shop: pays at the built-in gateway, where no money moves. @returns its id. */
export async function createTestChannel(
  tx: Tx,
  { name, currency, translations = {} }: { name: string; currency: string; translations?: Translations },
): Promise<number> {
  const settings = testGateway.settings.parse({ currency });
  const { id } = await tx.paymentChannel.create({
    data: {
      name,
      translations,
      provider: testGateway.code,
      interaction: testGateway.interaction(settings),
      configSealed: new Uint8Array(0),
      isActive: true,
      createdAt: now(),
      updatedAt: now(),
    },
    select: { id: true },
  });
  await writeChannelSettings(tx, id, settings);
  return id;
}
