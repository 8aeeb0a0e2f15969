import pg from "pg";

/** A little above the server's own statement timeout: by then an answer should have come, if only that it took too long. */
export const statementTimeoutMs = 15_000;
const answerMs = statementTimeoutMs + 2_000;
const goodbyeMs = 3_000;

/** For every connection of ours: it gives up instead of waiting for ever, and the system asks whether the other side lives. */
export const connectionLimits = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies pg.ClientConfig;

type Callback = (...answer: unknown[]) => void;

const isCallback = (value: unknown): value is Callback => typeof value === "function";

/**
 * A host that is lost, a NAT entry that expired or a fail-over leaves connections on which nothing arrives any more.
 * The server's statement timeout does not help there, and the driver's own query timeout reports an error but keeps the
 * connection busy: what is queued behind it, a ROLLBACK for instance, would wait as long again. Here the connection is
 * cut, so that everything on it fails at once and the pool opens another.
 */
export class GuardedClient extends pg.Client {
  /** How long one statement may stay without an answer. */
  patienceMs = answerMs;

  /** For statements that the server allows more time. */
  allow(statementMs: number | undefined): void {
    this.patienceMs = statementMs === undefined ? answerMs : Math.max(answerMs, statementMs + 2_000);
  }

  override query(...parameters: unknown[]): never {
    const timer = setTimeout(() => {
      const seconds = Math.round(this.patienceMs / 1000);
      this.connection.stream.destroy(new Error(`The database has not answered for ${seconds} s`));
    }, this.patienceMs);
    const clear = () => clearTimeout(timer);
    const last = parameters.at(-1);
    if (isCallback(last)) {
      parameters[parameters.length - 1] = (...answer: unknown[]) => {
        clear();
        last(...answer);
      };
    }
    const run = super.query as (...all: unknown[]) => unknown;
    const answer = run.apply(this, parameters);
    if (answer instanceof Promise) answer.then(clear, clear);
    else if (!isCallback(last)) clear();
    return answer as never;
  }

  override end(ended?: (...none: never[]) => void): never {
    const timer = setTimeout(() => this.connection.stream.destroy(), goodbyeMs);
    const gone = super.end().finally(() => clearTimeout(timer));
    void gone.then(() => ended?.());
    return gone as never;
  }
}

/** One connection outside the pool. `patienceMs`: null waits for as long as the statement takes. */
export async function openClient(
  connectionString: string,
  name: string,
  { patienceMs }: { patienceMs?: number | null } = {},
): Promise<pg.Client> {
  const client = new GuardedClient({ ...connectionLimits, connectionString, application_name: name });
  if (patienceMs !== undefined) client.patienceMs = patienceMs ?? 2 ** 31 - 1;
  // Whoever uses it hears of it from the statement that fails; an error that nobody listens for ends the process.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
