import { problem } from "../../core/refusals/refusal";
import { callOut, OutgoingError } from "../../outgoing/outgoing-call";
import { type FeedRelease, readFeedText } from "./feed";
import { UpdateError } from "./signed-sums";

/** Most bytes of the list of releases. */
const maxFeedBytes = 512 * 1024;
const feedMs = 15_000;

async function get(url: string): Promise<string> {
  const answer = await callOut({
    url,
    method: "GET",
    headers: {},
    totalMs: feedMs,
    maxBytes: maxFeedBytes,
    overflow: "fail",
    // The operator's own file names it.
    allowsPrivate: true,
    anyPort: true,
  }).catch((error: unknown) => {
    if (error instanceof OutgoingError)
      throw new UpdateError(problem("feed_unread", { problem: error.problem }), { cause: error });
    throw error;
  });
  if (answer.status !== 200) throw new UpdateError(problem("feed_answered", { status: answer.status }));
  return answer.text;
}

export interface FeedConfig {
  feed: string | null;
  publicKey: string | null;
}

/** @throws UpdateError */
export function requireFeed({ feed, publicKey }: FeedConfig): { feed: string; publicKey: string } {
  if (feed === null) throw new UpdateError(problem("update_no_feed"));
  return { feed, publicKey: requireKey(publicKey) };
}

/** @throws UpdateError */
export function requireKey(publicKey: string | null): string {
  if (publicKey === null) throw new UpdateError(problem("update_no_key"));
  return publicKey;
}

/** Asks the update source, which learns nothing of the shop but its address on the network. @throws UpdateError */
export async function fetchFeed(config: FeedConfig): Promise<FeedRelease[]> {
  const { feed, publicKey } = requireFeed(config);
  const text = await get(feed);
  return readFeedText(text, await get(`${feed}.sig`), publicKey);
}
