import { addSeconds, now } from "../../core/clock";
import { dayIn, wallTimeIn } from "../../core/days";
import { nameAmount } from "../../core/money";
import { inTransaction } from "../../db/transaction";
import { recordOperatorEvent } from "../../notifications/outbound/record-operator-event";
import { readHappened } from "../../reports/admin-queries";
import { countAllTasks } from "../../reports/tasks";
import { getSettings } from "../../settings/queries";
import { readNeeds } from "../needs";

const daySeconds = 86_400;

/**
 * Tells the channels that want it how the shop stands, once a day in the hour of the settings, however many processes ask. What is
 * told of the day before is whole: the same hour yesterday until now.
 */
export async function tellMorning(): Promise<void> {
  const { summaryHour, timeZone } = await getSettings();
  const at = now();
  if (Number(wallTimeIn(at, timeZone).slice(11, 13)) !== summaryHour) return;
  const day = dayIn(at, timeZone);
  const [happened, waiting, needs] = await Promise.all([
    readHappened(addSeconds(at, -daySeconds), at),
    countAllTasks(),
    readNeeds(),
  ]);
  const named = (state: (typeof needs)[number]["state"]) =>
    needs.filter((need) => need.state === state).map(({ kind, name }) => ({ kind, name }));
  await inTransaction((tx) =>
    recordOperatorEvent(tx, {
      kind: "morning",
      dedupeKey: `morning:${day}`,
      reference: day,
      data: {
        orders: happened.paid_orders,
        revenue: nameAmount(happened.revenue, happened.currency),
        refunded: Number(happened.refunded) > 0 ? nameAmount(happened.refunded, happened.currency) : null,
        waiting,
        failing: [...named("failing"), ...named("missing")],
        untried: named("untried"),
      },
    }),
  );
}
