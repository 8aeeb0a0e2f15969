import { getConfig } from "../config/config";

interface Seen {
  /** Their clock less ours. */
  seconds: number;
  atMs: number;
}

/** By host, for an hour: what their answers said last. */
const seen = new Map<string, Seen>();
const keptMs = 3_600_000;
const mostHosts = 50;
/** A slow answer says nothing: the clock was read at some moment of it. */
const slowestMs = 5_000;

const isOurs = (host: string): boolean => new URL(getConfig().server.baseUrl).host === host;

/** Every answer over HTTP carries the clock of whoever wrote it; between sending and reading lies the moment that it names. */
export function noteDate(
  url: string,
  header: string | null,
  { sentMs, readMs }: { sentMs: number; readMs: number },
): void {
  const theirs = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(theirs) || readMs - sentMs > slowestMs) return;
  const { host } = new URL(url);
  if (isOurs(host)) return;
  // The header has whole seconds.
  const seconds = Math.round((theirs + 500 - (sentMs + readMs) / 2) / 1000);
  seen.delete(host);
  seen.set(host, { seconds, atMs: readMs });
  const [oldest] = seen.keys();
  if (seen.size > mostHosts && oldest !== undefined) seen.delete(oldest);
}

/**
 * Seconds by which this machine's clock is ahead of those of the servers that it talks to, in the middle of them; negative
 * when it is behind. Null: none has answered within an hour.
 */
export function readForeignSkew(atMs = Date.now()): { seconds: number; hosts: string[] } | null {
  const fresh = [...seen].filter(([, one]) => Math.abs(atMs - one.atMs) < keptMs);
  const sorted = fresh.map(([, { seconds }]) => 0 - seconds).sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  // Takes the one of two that agrees with us more: a single wrong server is not our clock.
  const [middle] = [sorted[Math.floor(half)], sorted[Math.ceil(half)]]
    .filter((one) => one !== undefined)
    .sort((a, b) => Math.abs(a) - Math.abs(b));
  return middle === undefined ? null : { seconds: middle, hosts: fresh.map(([host]) => host) };
}

/** For tests: none has answered. */
export const forgetForeignClocks = (): void => seen.clear();
