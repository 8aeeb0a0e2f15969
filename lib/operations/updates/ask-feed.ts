import { z } from "zod";
import { getConfig } from "../../config/config";
import { version } from "../../config/version";
import { now } from "../../core/clock";
import { note } from "../../core/refusals/noted";
import { db } from "../../db/client";
import { type FeedRelease, feedRelease, newerThan } from "./feed";
import { fetchFeed } from "./fetch-feed";
import { UpdateError } from "./signed-sums";

const keptShape = z.object({
  askedAt: z.string(),
  /** Address that was asked: what another source said counts no more. */
  feed: z.string(),
  releases: z.array(feedRelease),
  problem: z.string().nullable(),
});
type KeptFeed = z.output<typeof keptShape>;

const key = "updateFeed";
/** Releases are few; of a source that lists hundreds the newest are shown. */
const mostKept = 20;

/** Last answer of the update source; null when it was never asked. */
export async function readKeptFeed(): Promise<KeptFeed | null> {
  const row = await db().setting.findUnique({ where: { key } });
  const kept = keptShape.safeParse(row?.value).data;
  return kept && kept.feed === getConfig().update.feed ? kept : null;
}

async function keep(value: KeptFeed): Promise<void> {
  await db().setting.upsert({
    where: { key },
    create: { key, value, updatedAt: now() },
    update: { value, updatedAt: now() },
  });
}

/** Asks the update source for what is newer, and keeps its answer; what went wrong is kept beside what was known. */
export async function askFeed(): Promise<void> {
  const { update } = getConfig();
  if (update.feed === null) return;
  const asked = { askedAt: now().toISOString(), feed: update.feed };
  try {
    const releases: FeedRelease[] = newerThan(await fetchFeed(update), version).slice(0, mostKept);
    await keep({ ...asked, releases, problem: null });
  } catch (error) {
    if (!(error instanceof UpdateError)) throw error;
    const kept = await readKeptFeed();
    await keep({ ...asked, releases: kept?.releases ?? [], problem: note(error.problem) });
  }
}

/** Once a day, unless the configuration says no. */
export async function askFeedDaily(): Promise<void> {
  if (getConfig().update.askDaily) await askFeed();
}
