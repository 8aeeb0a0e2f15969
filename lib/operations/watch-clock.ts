import os from "node:os";
import { inTransaction } from "../db/transaction";
import { endAlert, raiseAlert } from "../notifications/alerts/raise-alert";
import { readForeignSkew } from "../outgoing/foreign-clocks";

/** Signed calls allow five minutes; a minute is more than a slow network and a rounded header make. */
export const foreignSkewSeconds = 60;

/**
 * Where shop and database run on one machine, both clocks are wrong together, and only the servers of others show it: main
 * sites and gateways then refuse what is signed, and say nothing of a time.
 */
export async function watchForeignClocks(): Promise<void> {
  const host = os.hostname();
  const dedupeKey = `clock.foreign:${host}`;
  const found = readForeignSkew();
  await inTransaction((tx) =>
    found && Math.abs(found.seconds) > foreignSkewSeconds
      ? raiseAlert(tx, {
          kind: "clock.foreign",
          data: { host, seconds: found.seconds, others: found.hosts.slice(0, 5).join(", ") },
          reference: host,
          dedupeKey,
        })
      : endAlert(tx, dedupeKey),
  );
}
