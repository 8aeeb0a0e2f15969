import { proveStaff } from "../../accounts/staff/proof/prove-staff";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { getConfig } from "../../config/config";
import { AppError } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import { readUpdates } from "./read-updates";
import type { Updates } from "./schema";
import { askForUpdate } from "./update-request";

interface Proof {
  password?: string | undefined;
  code?: string | undefined;
}

/** @throws AppError `state_conflict` when nobody would carry it out, or somebody does already */
async function requireIdle(): Promise<Updates> {
  const updates = await readUpdates();
  if (!updates.has_updater) throw new AppError("state_conflict", "no_updater");
  if (updates.run?.outcome === "running" || updates.request)
    throw new AppError("state_conflict", "update_runs");
  return updates;
}

async function ask(
  actor: AdminActor,
  client: ClientInfo,
  act: "update" | "rollback",
  version: string,
): Promise<Updates> {
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, { action: `program.${act}`, target: `program:${version}` }),
  );
  await askForUpdate(getConfig().dataDir, { act, version: act === "update" ? version : null });
  return readUpdates();
}

/** Asks the updater for a newer version. @throws AppError as `proveStaff`, `state_conflict` */
export async function startUpdate(
  actor: AdminActor,
  { version, ...proof }: Proof & { version: string },
  client: ClientInfo,
): Promise<Updates> {
  await proveStaff(actor, proof);
  const { newer, has_key } = await requireIdle();
  if (!has_key) throw new AppError("state_conflict", "update_without_key");
  if (!newer.some((release) => release.version === version))
    throw new AppError("state_conflict", "release_not_offered");
  return ask(actor, client, "update", version);
}

/** Asks the updater for the version before the last update. @throws AppError as `proveStaff`, `state_conflict` */
export async function startRollback(actor: AdminActor, proof: Proof, client: ClientInfo): Promise<Updates> {
  await proveStaff(actor, proof);
  const { former } = await requireIdle();
  if (former === null) throw new AppError("state_conflict", "no_former_version");
  return ask(actor, client, "rollback", former);
}
