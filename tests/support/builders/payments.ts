import { startPayment } from "@/lib/checkout/pay/start-payment";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { inTransaction } from "@/lib/db/transaction";
import { writeChannelSettings } from "@/lib/payments/channels/channel-account";
import { anOrder, type OrderOptions } from "./orders";
import { aClient, aProduct, type ProductOptions } from "./products";

/** An active channel with these settings. */
export async function aChannel(
  settings: Record<string, string | boolean>,
  data: Partial<Prisma.PaymentChannelUncheckedCreateInput> = {},
): Promise<number> {
  return inTransaction(async (tx) => {
    const { id } = await tx.paymentChannel.create({
      data: {
        name: "Test channel",
        provider: "epay",
        interaction: "redirect",
        configSealed: new Uint8Array(0),
        isActive: true,
        ...data,
      },
      select: { id: true },
    });
    await writeChannelSettings(tx, id, settings);
    return id;
  });
}

export async function aPayment(orderId: number, channelId: number) {
  const view = await startPayment({ orderId, channelId, client: aClient() });
  return db().payment.findUniqueOrThrow({ where: { paymentNo: view.payment_no } });
}

/** A product, an order of one unit and a payment for it. */
export async function anOrderToPay(
  channelId: number,
  options: { product?: ProductOptions; order?: Partial<OrderOptions> } = {},
) {
  const { sku } = await aProduct({ keys: 3, ...options.product });
  const { orderId } = await anOrder({ sku, ...options.order });
  return { sku, orderId, payment: await aPayment(orderId, channelId) };
}

/** Everything booked for a payment or order, as amounts an account kind. */
export async function ledgerOf(reference: string): Promise<Record<string, bigint>> {
  const entries = await db().ledgerEntry.findMany({
    where: { transfer: { reference } },
    select: { amountCents: true, account: { select: { kind: true } } },
  });
  const sums: Record<string, bigint> = {};
  for (const { amountCents, account } of entries)
    sums[account.kind] = (sums[account.kind] ?? 0n) + amountCents;
  return sums;
}
