import { existsSync } from "node:fs";
import { getConfig } from "../../config/config";
import { readEnvironment } from "../../config/env";
import { isRelease } from "../../config/home";
import { version } from "../../config/version";
import { now } from "../../core/clock";
import { note } from "../../core/refusals/noted";
import { problem } from "../../core/refusals/refusal";
import { toldOrNull } from "../../core/refusals/told";
import { readKeptFeed } from "./ask-feed";
import { newerThan } from "./feed";
import type { Updates } from "./schema";
import { readRequest, type UpdateRequest } from "./update-request";
import { hasUpdater, readUpdateState, type UpdateState } from "./update-state";
import { findVersions, type Versions } from "./versions";

/** Docker and Podman leave a mark in the root of a container, Kubernetes variables. */
const isContainer = (): boolean =>
  ["/.dockerenv", "/run/.containerenv"].some((file) => existsSync(/* turbopackIgnore: true */ file)) ||
  readEnvironment().KUBERNETES_SERVICE_HOST !== undefined;

/** An updater takes a request within a second; one that waits longer tells that none is there. */
const takenWithinSeconds = 60;

function viewOfRequest({ act, version: wanted, at }: UpdateRequest): Updates["request"] {
  const seconds = Math.floor((now().getTime() - new Date(at).getTime()) / 1000);
  const isLate = seconds > takenWithinSeconds;
  return {
    act,
    version: wanted,
    at,
    problem_rule: isLate ? problem("update_not_taken", { seconds }) : null,
  };
}

/** Version that a rollback goes back to, if it is still there. */
const formerOf = (versions: Versions, state: UpdateState | null): string | null => {
  const former = state?.former ?? null;
  return former !== null && former !== version && existsSync(versions.folderOf(former)) ? former : null;
};

function viewOfRun(state: UpdateState): Updates["run"] {
  const { former: _former, patience_seconds: _patience, bars_return, problem: told, ...run } = state;
  return { ...run, ...toldOrNull("problem", told && note(told)), returns_by_itself: bars_return === null };
}

function installationOf(versions: Versions | null): Updates["installation"] {
  if (versions) return "versions";
  if (isContainer()) return "image";
  return isRelease() ? "archive" : "clone";
}

/** Everything about this program's version and the next one, for the admin. */
export async function readUpdates(): Promise<Updates> {
  const { update, dataDir } = getConfig();
  const versions = findVersions();
  const [kept, state, request] = await Promise.all([
    readKeptFeed(),
    versions && readUpdateState(versions),
    versions && readRequest(dataDir),
  ]);
  const run = state && viewOfRun(state);
  return {
    version,
    installation: installationOf(versions),
    source: update.feed,
    has_key: update.publicKey !== null,
    asks_daily: update.askDaily,
    asked_at: kept?.askedAt ?? null,
    ...toldOrNull("source_problem", kept?.problem ?? null),
    newer: newerThan(kept?.releases ?? [], version).map(({ folder: _folder, ...release }) => release),
    has_updater: versions !== null && hasUpdater(versions),
    request: request && viewOfRequest(request),
    run,
    former: versions && formerOf(versions, state),
  };
}
