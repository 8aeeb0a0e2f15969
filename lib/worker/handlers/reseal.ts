import { recordAudit } from "../../acts/record-audit";
import { log } from "../../core/process/log";
import { type Resealed, resealValues } from "../../db/sealed/reseal-values";
import { inTransaction, type Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { raiseAlert } from "../../notifications/alerts/raise-alert";
import { renewHashes } from "../../stock/renew-hashes";
import type { Handlers } from "../types";

/** Short, so that a stop of the shop need not wait. */
const turnMs = 3_000;

const verdict = ({ unreadable }: Resealed): string =>
  unreadable === 0
    ? "Everything is sealed with the new master key: former keys can be removed from security.previous_master_keys"
    : `${unreadable} sealed values cannot be opened with any configured key (the log names them): leave former keys listed`;

async function announce(tx: Tx, result: Resealed): Promise<void> {
  log.info(
    { master_key: result.to, resealed: result.resealed, unreadable: result.unreadable },
    verdict(result),
  );
  if (result.resealed + result.unreadable === 0) return;
  await raiseAlert(tx, {
    kind: "keys.resealed",
    data: { unreadable: result.unreadable },
    reference: result.to,
  });
  await recordAudit(tx, "system", null, {
    action: "master_key.reseal",
    target: `master_key:${result.to}`,
    data: { resealed: result.resealed, unreadable: result.unreadable },
  });
}

/** Takes a walk over stored rows further, beside whatever else goes on. */
const inTurns =
  (job: "housekeeping.reseal" | "stock.renew_hashes", walk: () => Promise<boolean>) => async () => {
    if (!(await walk())) return;
    await inTransaction((tx) => enqueue(tx, job, {}, { jobKey: job, maxAttempts: 1 }));
  };

export const handlers = {
  /** A23: after a new master key came, everything is sealed with it. */
  "housekeeping.reseal": inTurns("housekeeping.reseal", () => resealValues(turnMs, announce)),
  "stock.renew_hashes": inTurns("stock.renew_hashes", () => renewHashes(turnMs)),
} satisfies Handlers;
