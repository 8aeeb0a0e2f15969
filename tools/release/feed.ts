import { compareVersions } from "../../lib/operations/updates/compare-versions";
import { type FeedRelease, feedShape } from "../../lib/operations/updates/feed";

/** Part of the change log that tells of a version. @throws when it tells nothing */
export function notesOf(changelog: string, version: string): string {
  const parts = changelog.split(/^## /m);
  const part = parts.find((each) => each.startsWith(`${version} `) || each.startsWith(`${version}\n`));
  const notes = part?.slice(part.indexOf("\n")).trim() ?? "";
  if (notes === "")
    throw new Error(`CHANGELOG.md tells nothing of ${version}, and a list of releases says what is new.`);
  return notes.slice(0, 20_000);
}

/** List of releases with one more, newest first; the same version once. @param former its text so far */
export function withRelease(former: string | null, release: FeedRelease): string {
  const { releases } = feedShape.parse(former === null ? { releases: [] } : JSON.parse(former));
  const others = releases.filter(({ version }) => version !== release.version);
  const all = [...others, release].sort((one, other) => compareVersions(other.version, one.version));
  return `${JSON.stringify(feedShape.parse({ releases: all }), null, 1)}\n`;
}
