import autocannon from "autocannon";
import { options } from "./options";
import { type ProcessorTime, startCounting } from "./processor-time";

export interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  failures: number;
  /**
   * Processor time of shop and database for a call, the jobs that ran meanwhile included. It depends little on what
   * else the machine does.
   */
  processor?: ProcessorTime;
}

export const connections = 32;

export interface Load {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  /** Makes each request anew: its body, path and headers. */
  next?: () => { path?: string; body?: string; headers?: Record<string, string> };
  duration?: number;
  /** Stop after this many instead of by time. */
  amount?: number;
  /** So many a second at most; as many as possible without. */
  rate?: number | undefined;
}

/** Runs one load against the server and counts everything but 2xx as a failure. */
export async function http({
  url,
  method = "GET",
  headers = {},
  next,
  duration = options.seconds,
  amount,
  rate,
}: Load): Promise<Figures> {
  const counted = startCounting();
  const result = await autocannon({
    url,
    connections,
    ...(amount ? { amount } : { duration }),
    ...(rate ? { overallRate: rate } : {}),
    requests: [
      {
        method,
        headers,
        ...(next
          ? {
              setupRequest: (request: autocannon.Request) => {
                const made = next();
                return {
                  ...request,
                  ...(made.path ? { path: made.path } : {}),
                  ...(made.body === undefined ? {} : { body: made.body }),
                  headers: { ...headers, ...made.headers },
                };
              },
            }
          : {}),
      },
    ],
  });
  const processor = counted(result["2xx"]);
  const { latency } = result;
  if (result.non2xx > 0 && next) await showRefusal(url, method, { ...headers, ...next().headers }, next());
  return {
    perSecond: result["2xx"] / result.duration,
    p50: latency.p50,
    p99: latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
    ...(processor ? { processor } : {}),
  };
}

/** Prints the server's refusal: one more request of the same kind. */
async function showRefusal(
  url: string,
  method: string,
  headers: Record<string, string>,
  { path, body }: { path?: string; body?: string },
): Promise<void> {
  const answer = await fetch(new URL(path ?? url, url), { method, headers, ...(body ? { body } : {}) });
  console.log(`Refused: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
}

/** The same for work in this process: `connections` workers in parallel. */
export async function work(
  once: () => Promise<void>,
  { duration = options.seconds, amount = Number.POSITIVE_INFINITY } = {},
): Promise<Figures> {
  const times: number[] = [];
  let failures = 0;
  let lastError: unknown;
  let begun = 0;
  const started = performance.now();
  const end = started + duration * 1000;
  const worker = async () => {
    while (performance.now() < end && begun < amount) {
      begun++;
      const at = performance.now();
      try {
        await once();
        times.push(performance.now() - at);
      } catch (error) {
        failures++;
        lastError = error;
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const elapsed = (performance.now() - started) / 1000;
  if (times.length === 0 && lastError) throw lastError;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99), failures };
}
