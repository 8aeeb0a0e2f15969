import path from "node:path";
import { z } from "zod";
import { codeOf, messageOf } from "../../core/process/thrown";
import { foreignWords, ProblemError } from "../../core/refusals/noted";
import { type Problem, problem } from "../../core/refusals/refusal";
import { numberOf, readMigrations } from "../../db/migrations/migration-files";
import { dropDownloads, takeRelease } from "./fetch-release";
import { commandOf, type Service, tell, waitUntilReady } from "./service";
import { UpdateError } from "./signed-sums";
import type { UpdateRecord } from "./update-state";
import { dropIncoming, keepOnly, leadTo, type Versions } from "./versions";

const problemOf = (error: unknown): Problem => {
  if (error instanceof ProblemError) return error.problem;
  return codeOf(error) === "ENOSPC" ? problem("update_disk_full") : foreignWords(messageOf(error));
};

/** Answers of the commands `backup`, `prove-backup` and `check-schema`, as far as they are read here. */
const madeBackup = z.object({ name: z.string() });
const proof = z.object({
  restored: z.object({ migrated: z.array(z.string()) }),
  findings: z.array(z.object({ ok: z.boolean(), check: z.string(), detail: z.string() })),
});
const fit = z.object({ newer: z.string().nullable() });

/** Null: the command was cut off, or ended in a sentence. */
function readAnswer<S extends z.ZodType>(shape: S, stdout: string): z.output<S> | null {
  try {
    return shape.parse(JSON.parse(stdout));
  } catch {
    return null;
  }
}

/** A new version is tried so often when the updater is killed meanwhile; then the former one comes back. */
const mostSwitches = 2;

const migrationsOf = (versions: Versions, version: string) =>
  readMigrations(path.join(versions.folderOf(version), "app/prisma/migrations"));

/** First migration of `to` after which `from` cannot work with the database; `null`: the way back is open. */
async function findBar(versions: Versions, from: string, to: string): Promise<string | null> {
  const former = await migrationsOf(versions, from);
  const known = new Set(former.map(({ name }) => name));
  const newest = numberOf(former.at(-1)?.name ?? "");
  const bar = (await migrationsOf(versions, to)).find(
    ({ name, compatibleFrom }) => !known.has(name) && (compatibleFrom === null || newest < compatibleFrom),
  );
  return bar?.name ?? null;
}

async function backUp(record: UpdateRecord, service: Service): Promise<string> {
  await record.begin("backup");
  const { versions, state } = record;
  const { isGood, stdout, reason } = await commandOf(versions, state.from, service, ["backup"]);
  if (!isGood) throw new UpdateError(problem("update_backup", { reason }));
  const { name } = madeBackup.parse(JSON.parse(stdout));
  await record.note({ backup: name });
  return name;
}

/** The new version restores the backup beside the shop and brings it up to date there: its migrations, with the shop's own rows. */
async function rehearse(record: UpdateRecord, service: Service, backup: string): Promise<void> {
  await record.begin("rehearse");
  const { versions, state } = record;
  const begun = performance.now();
  const { isGood, stdout, reason } = await commandOf(versions, state.to, service, ["prove-backup", backup]);
  if (!isGood) throw new UpdateError(problem("update_rehearsal", { reason: wrongIn(stdout) || reason }));
  const { restored } = proof.parse(JSON.parse(stdout));
  const seconds = Math.ceil((performance.now() - begun) / 1000);
  // Migrations that took this time on the copy take it again before the shop is ready.
  if (restored.migrated.length > 0)
    await record.note({ patience_seconds: state.patience_seconds + 2 * seconds });
}

const wrongIn = (stdout: string): string =>
  (readAnswer(proof, stdout)?.findings ?? [])
    .filter(({ ok }) => !ok)
    .map(({ check, detail }) => `${check}: ${detail}`)
    .join("; ");

/** @throws UpdateError when the version that is to come back cannot work with the database; it is asked itself */
async function requireFit(record: UpdateRecord, service: Service): Promise<void> {
  await record.begin("check");
  const { versions, state } = record;
  const { isGood, stdout, reason } = await commandOf(versions, state.to, service, ["check-schema"]);
  if (!isGood) throw new UpdateError(barOf(stdout, state.to) ?? foreignWords(reason));
}

/** For an update: how its archive comes, and whose signature it needs. */
export interface Source {
  archive(): Promise<string>;
  publicKey: string;
}

/** Everything that comes before the shop is touched. */
async function prepare(record: UpdateRecord, service: Service, source: Source | null): Promise<void> {
  const { versions, state } = record;
  if (state.act === "rollback") await requireFit(record, service);
  if (source) {
    await record.begin("fetch");
    const archive = await source.archive();
    await record.begin("check");
    await takeRelease(versions, archive, source.publicKey);
    await record.note({ bars_return: await findBar(versions, state.from, state.to) });
  }
  const backup = await backUp(record, service);
  if (source) await rehearse(record, service, backup);
}

/** Stops one version and starts another. Null: it is ready. */
async function switchTo(record: UpdateRecord, service: Service, version: string): Promise<Problem | null> {
  const seconds = record.state.patience_seconds;
  await tell(service, "stop");
  await leadTo(record.versions, version, ["current"]);
  const since = new Date();
  await tell(service, "start");
  if (version === record.state.to) await record.begin("wait");
  const isReady = await waitUntilReady(service, version, since, seconds);
  return isReady ? null : problem("update_not_ready", { version, seconds });
}

const attempt = (record: UpdateRecord, service: Service, version: string): Promise<Problem | null> =>
  switchTo(record, service, version).catch(problemOf);

/** Brings the former version back, if it can still work with the database: it is asked itself. */
async function giveBack(record: UpdateRecord, service: Service, cause: Problem): Promise<void> {
  const { versions, state } = record;
  const { from, patience_seconds: seconds } = state;
  await record.note({ problem: cause });
  await record.begin("return");
  await tell(service, "stop").catch(() => undefined);
  const { isGood, stdout } = await commandOf(versions, from, service, ["check-schema"]);
  if (!isGood) {
    await tell(service, "start").catch(() => undefined);
    await record.note({ former: from });
    return record.end("stuck", barOf(stdout, from) ?? cause);
  }
  const failure = await attempt(record, service, from);
  if (failure === null) return record.end("returned", cause);
  return record.end("stuck", problem("update_former_not_ready", { version: from, seconds }));
}

function barOf(stdout: string, version: string): Problem | null {
  const migration = readAnswer(fit, stdout)?.newer ?? null;
  return migration === null ? null : problem("update_way_back_backup", { version, migration });
}

/** From the moment at which the shop is stopped; also where a killed updater goes on. */
async function change(record: UpdateRecord, service: Service): Promise<void> {
  const { versions, state } = record;
  const isReturning = record.timesOf("return") > 0;
  let failure: Problem = problem("update_interrupted");
  if (!isReturning && record.timesOf("switch") < mostSwitches) {
    await record.begin("switch");
    const found = await attempt(record, service, state.to);
    if (found === null) {
      await leadTo(versions, state.to, ["updater"]);
      await record.note({ former: state.act === "update" ? state.from : null });
      await record.end("done");
      return keepOnly(versions, [state.to, state.from]);
    }
    failure = found;
  }
  await giveBack(record, service, failure);
}

/** Carries an update or a way back through all its steps. How it ended stands in its state. */
export async function runUpdate(
  record: UpdateRecord,
  service: Service,
  source: Source | null,
): Promise<void> {
  try {
    await prepare(record, service, source);
  } catch (error) {
    await undo(record, problemOf(error));
    return;
  }
  await change(record, service);
}

/** The shop was not touched: what was fetched goes, first of all where the disk is full. */
async function undo(record: UpdateRecord, cause: Problem): Promise<void> {
  const { versions, state } = record;
  await dropDownloads(versions);
  await dropIncoming(versions, state.act === "update" ? state.to : null);
  await record.end("failed", cause);
}

/** Goes on where an updater was killed or the machine was restarted. */
export async function resumeUpdate(record: UpdateRecord, service: Service): Promise<void> {
  if (record.timesOf("switch") === 0) return undo(record, problem("update_interrupted"));
  await change(record, service);
}
