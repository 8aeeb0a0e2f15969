import type { Reader } from "../../../db/transaction";
import type { DeliveredMembers } from "../../schema";
import { viewAccess } from "../living/view-access";

/** Shows the goods that delivered renewals are of, with the text whose access they renew, by the renewals' own fulfillments. */
export async function viewRenewals(
  reader: Reader,
  fulfillmentIds: readonly number[],
): Promise<Map<number, DeliveredMembers>> {
  const rows = await reader.renewal.findMany({
    where: { orderItem: { fulfillment: { id: { in: [...fulfillmentIds] } } } },
    select: {
      isNew: true,
      accessDays: true,
      orderItem: { select: { fulfillment: { select: { id: true } } } },
      renewedItem: {
        select: {
          position: true,
          order: { select: { orderNo: true } },
          fulfillment: { select: { id: true, status: true } },
        },
      },
    },
  });
  const shown = rows.flatMap(({ orderItem, renewedItem: { fulfillment: first, ...renewed }, ...row }) => {
    const own = orderItem.fulfillment?.id;
    if (own === undefined) return [];
    const from = row.isNew ? own : first?.status === "ready" ? first.id : null;
    return [{ own, from: row.accessDays === null ? null : from, isNew: row.isNew, ...renewed }];
  });
  const texts = await viewAccess(
    reader,
    shown.flatMap(({ from }) => from ?? []),
  );
  return new Map(
    shown.map(({ own, from, isNew, position, order: { orderNo } }) => [
      own,
      {
        ...(from === null ? {} : texts.get(from)),
        renewal: { order_no: orderNo, item: position, is_new: isNew },
      },
    ]),
  );
}
