import { db } from "../db/client";
import { testGateway } from "./providers/test-gateway/test-gateway";
import { listOfferedProviders } from "./queries";
import type { PaymentOutlook } from "./schema";
import { endsWithOwnGoods } from "./test-gateway/availability";

/** Whether goods that are put on sale could be paid for. */
export async function paymentOutlook(): Promise<PaymentOutlook> {
  const offered = await listOfferedProviders();
  if (offered.length === 0) return "none";
  const isTestOnly = offered.every((code) => code === testGateway.code);
  return isTestOnly && (await endsWithOwnGoods(db())) ? "test_only" : "open";
}
