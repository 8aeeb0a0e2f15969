import { z } from "zod";
import { problem } from "../../core/refusals/refusal";
import { compareVersions } from "./compare-versions";
import { isSigned, UpdateError } from "./signed-sums";
import { versionText } from "./state";

export const feedRelease = z.object({
  version: versionText,
  /** Day on which it was made. */
  date: z.iso.date(),
  /** Its part of the change log, in the words of who made it. */
  notes: z.string().max(20_000),
  /** Folder with its archives, as an address or a path that begins at the feed; without it they lie beside the feed. */
  folder: z.string().max(500).optional(),
});
export type FeedRelease = z.output<typeof feedRelease>;

export const feedShape = z.object({ releases: z.array(feedRelease).max(500) });

/** Newest first. @throws UpdateError for a text that is not signed with the key, or holds no releases */
export function readFeedText(text: string, signature: string, publicKey: string): FeedRelease[] {
  if (!isSigned(text, signature, publicKey))
    throw new UpdateError(problem("release_not_signed", { file: "update.feed" }));
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {}
  const { data } = feedShape.safeParse(parsed);
  if (!data) throw new UpdateError(problem("feed_malformed"));
  return data.releases.sort((one, other) => compareVersions(other.version, one.version));
}

export const newerThan = (releases: readonly FeedRelease[], version: string): FeedRelease[] =>
  releases.filter((release) => compareVersions(release.version, version) > 0);
