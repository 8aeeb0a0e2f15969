import { setTimeout as sleep } from "node:timers/promises";
import { isInReservedLane } from "./connections/laned-pool";

/** Most callers that share one statement. */
const largest = 64;
/** Longest time that a batch waits for the one before it. */
const longestMs = 200;

interface Batch<Key, Answer> {
  keys: [Key, ...Key[]];
  answer: Promise<Answer>;
}

/** A batch that a caller joined, and its place in it. */
interface Joined<Key, Answer> extends Batch<Key, Answer> {
  place: number;
}

/**
 * Joins the questions of several requests into one call to the database: under load a round trip is shared, and
 * without load nothing waits. While one call is on its way, those that come meanwhile gather for the next, which
 * begins after each of them asked.
 */
function gatherCalls<Key, Answer>(
  call: (keys: readonly [Key, ...Key[]]) => Promise<Answer>,
  groupOf: (key: Key) => string,
): (key: Key) => Joined<Key, Answer> {
  const gathering = new Map<string, Batch<Key, Answer>>();
  /** Ends with the latest call of a group. */
  const calling = new Map<string, Promise<void>>();

  function gather(group: string, key: Key): Batch<Key, Answer> {
    const keys: [Key, ...Key[]] = [key];
    const latest = calling.get(group);
    const before = latest
      ? Promise.race([latest, sleep(longestMs, undefined, { ref: false })])
      : new Promise<void>((resolve) => setImmediate(resolve));
    const answer = before.then(() => {
      if (gathering.get(group)?.keys === keys) gathering.delete(group);
      return call(keys);
    });
    const ended: Promise<void> = answer.then(
      () => forget(group, ended),
      () => forget(group, ended),
    );
    calling.set(group, ended);
    return { keys, answer };
  }

  function forget(group: string, ended: Promise<void>): void {
    if (calling.get(group) === ended) calling.delete(group);
  }

  return (key) => {
    const group = `${isInReservedLane()} ${groupOf(key)}`;
    const open = gathering.get(group);
    if (open && open.keys.length < largest) return { ...open, place: open.keys.push(key) - 1 };
    const batch = gather(group, key);
    gathering.set(group, batch);
    return { ...batch, place: 0 };
  };
}

/**
 * Reads of one moment as one statement. A read sees all that was committed before its callers asked, as one alone would. `read`
 * answers for all keys, and each caller takes its part; where it fails, each asks alone. For reads outside of a transaction;
 * `groupOf` says which keys can be asked for together.
 */
export function batchReads<Key, Answer>(
  read: (keys: readonly [Key, ...Key[]]) => Promise<Answer>,
  groupOf: (key: Key) => string = () => "",
): (key: Key) => Promise<Answer> {
  const join = gatherCalls(read, groupOf);
  return async (key) => {
    const { keys, answer } = join(key);
    try {
      return await answer;
    } catch (error) {
      if (keys.length === 1) throw error;
      return read([key]);
    }
  };
}

/**
 * Writes of one moment as one statement and one commit. `write` says what became of each, in their order; it writes all or
 * none, and where it fails all fail: nobody knows whether it was written, so none is repeated here.
 */
export function batchWrites<Item, Result>(
  write: (items: readonly [Item, ...Item[]]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const join = gatherCalls(write, () => "");
  return async (item) => {
    const { answer, place } = join(item);
    return (await answer)[place] as Result;
  };
}
