import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { failpoint } from "../../core/process/failpoint";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { countWaitingMails } from "../../fulfillment/sql/bulk-mails";
import { getSettings } from "../../settings/queries";
import { remindOfEnding } from "../sql/ending-items";

const slice = 100;
/** Until the next turn of the job (lib/worker/cron-schedule.ts). */
const beatMinutes = 10;

/**
 * Adds the mails about licenses and accesses that end within the days that the settings say, each once an end, in slices that are
 * short transactions. No more are begun than may leave until the next turn.
 */
export async function remindOfEnds(): Promise<number> {
  const { endReminderDays: days } = await getSettings();
  if (days === 0) return 0;
  const { bulkPerMinute: perMinute } = getConfig().mail;
  const most = perMinute * beatMinutes;
  const before = await countWaitingMails(db(), now(), perMinute);
  let done = 0;
  for (const of of ["licenses", "accesses"] as const)
    while (done < most) {
      const limit = Math.min(slice, most - done);
      const marked = await inTransaction(async (tx) => {
        const count = await remindOfEnding(tx, of, {
          at: now(),
          days,
          limit,
          before: before + done,
          perMinute,
        });
        failpoint("before-commit");
        return count;
      });
      done += marked;
      if (marked < limit) break;
    }
  return done;
}
