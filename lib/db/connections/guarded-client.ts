import pg from "pg";
import { getConfig } from "../../config/config";
import { readDatabaseAddress } from "../../config/database-address";
import { codeOf } from "../../core/process/thrown";
import { type OpenSpan, tracing } from "../../core/process/trace";
import { memberOf } from "../../core/shapes/records";
import { sessionSettings } from "./own-defaults";
import { statementName } from "./statement-name";

/** A little above the server's own statement timeout: by then an answer should have come, if only that it took too long. */
const patienceFor = (statementMs: number) => statementMs + 2_000;
/** Longest time that the server gives a statement. */
export const statementTimeoutMs = () => getConfig().database.statementSeconds * 1_000;
const goodbyeMs = 3_000;
const connectMs = 10_000;
/** Time for one of several hosts: the next one is tried soon. */
const connectToOneMs = 4_000;

/** For every connection of ours: it times out instead of waiting for ever, and TCP keepalive detects a dead peer. */
export const connectionLimits = {
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} satisfies pg.ClientConfig;

type Callback = (...answer: unknown[]) => void;

const isCallback = (value: unknown): value is Callback => typeof value === "function";

interface Primaries {
  /** For each address the place of the host that the next connection tries first. */
  tried: Map<string, number>;
  /** The same of the host that was a primary when it was asked last. */
  found: Map<string, number>;
}

// One for all bundles of a process.
declare global {
  var keyshelfPrimaries: Primaries | undefined;
}
const holder = globalThis;
holder.keyshelfPrimaries ??= { tried: new Map(), found: new Map() };
const { tried, found } = holder.keyshelfPrimaries;

function beginSpan(query: unknown): OpenSpan | null {
  const text = typeof query === "string" ? query : memberOf(query, "text");
  if (typeof text !== "string") return null;
  const name = statementName(text);
  return tracing()?.begin(name, { "db.system.name": "postgresql", "db.query.summary": name }) ?? null;
}

/** `read_only_sql_transaction`: the host became a standby while we were connected. */
const readOnly = "25006";

/**
 * A host that is lost, a NAT entry that expired or a fail-over leaves connections on which nothing arrives any more.
 * The server's statement timeout does not help there, and the driver's own query timeout reports an error but keeps the
 * connection busy: what is queued behind it, a ROLLBACK for instance, would wait as long again. Here the connection is
 * cut, so that everything on it fails at once and the pool opens another.
 * Of an address with several hosts it takes the one that took writes last, and leaves it when it does not any more.
 */
export class GuardedClient extends pg.Client {
  /** How long one statement may stay without an answer. */
  patienceMs = patienceFor(statementTimeoutMs());
  /** False: behind a pooler the next statement may meet another server process, which knows no statement by its name. */
  keepsPlans = true;
  #isGathering = false;
  readonly #address: string;
  readonly #hosts: readonly string[];
  readonly #place: number;

  constructor(options: pg.ClientConfig = {}) {
    const address = options.connectionString ?? "";
    const hosts = readDatabaseAddress(address)?.hosts ?? [address];
    const place = (tried.get(address) ?? 0) % hosts.length;
    super({
      ...options,
      connectionString: hosts[place],
      connectionTimeoutMillis: hosts.length > 1 ? connectToOneMs : options.connectionTimeoutMillis,
    });
    this.#address = address;
    this.#hosts = hosts;
    this.#place = place;
  }

  get hasOtherHosts(): boolean {
    return this.#hosts.length > 1;
  }

  /** The next connection goes to the next host, unless another one has moved on already. */
  leaveHost(): void {
    if (!this.isSuspect) tried.set(this.#address, (this.#place + 1) % this.#hosts.length);
  }

  /** A connection to this host failed, or was silent: it may have been replaced, and live on. */
  get isSuspect(): boolean {
    return (tried.get(this.#address) ?? 0) % this.#hosts.length !== this.#place;
  }

  /** Another host has been found to be the primary since. */
  get isOutdated(): boolean {
    return (found.get(this.#address) ?? this.#place) !== this.#place;
  }

  notePrimary(): void {
    found.set(this.#address, this.#place);
  }

  /** Sends as one packet all that is sent in this turn of the event loop. */
  gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  /** For statements that the server allows more time. */
  allow(statementMs: number | undefined): void {
    this.patienceMs = patienceFor(Math.max(statementTimeoutMs(), statementMs ?? 0));
  }

  override connect(connected?: (...none: never[]) => void): never {
    const wanted = super.connect().catch((error: unknown) => {
      this.leaveHost();
      throw error;
    });
    if (!connected) return wanted as never;
    const tell = connected as Callback;
    wanted.then(() => tell(), tell);
    return undefined as never;
  }

  #failed(error: unknown): void {
    if (codeOf(error) !== readOnly) return;
    this.leaveHost();
    this.connection.stream.destroy(new Error("The database server does not take writes any more"));
  }

  override query(...parameters: unknown[]): never {
    const timer = setTimeout(() => {
      const seconds = Math.round(this.patienceMs / 1000);
      this.leaveHost();
      this.connection.stream.destroy(new Error(`The database has not answered for ${seconds} s`));
    }, this.patienceMs);
    const [query] = parameters;
    const span = tracing() ? beginSpan(query) : null;
    const done = (error?: unknown) => {
      clearTimeout(timer);
      span?.end(error ?? undefined);
    };
    if (!this.keepsPlans && typeof query === "object" && query !== null && "name" in query)
      parameters[0] = { ...query, name: undefined };
    const last = parameters.at(-1);
    if (isCallback(last)) {
      parameters[parameters.length - 1] = (...answer: unknown[]) => {
        done(answer[0]);
        last(...answer);
        this.#failed(answer[0]);
      };
    }
    const run = super.query as (...all: unknown[]) => unknown;
    const answer = run.apply(this, parameters);
    if (answer instanceof Promise) {
      answer.then(
        () => done(),
        (error: unknown) => {
          done(error);
          this.#failed(error);
        },
      );
    } else if (!isCallback(last)) done();
    return answer as never;
  }

  override end(ended?: (...none: never[]) => void): never {
    const timer = setTimeout(() => this.connection.stream.destroy(), goodbyeMs);
    const gone = super.end().finally(() => clearTimeout(timer));
    void gone.then(() => ended?.());
    return gone as never;
  }
}

async function isStandby(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ standby: boolean }>("SELECT pg_is_in_recovery() AS standby");
  return rows[0]?.standby ?? false;
}

/** @throws when another host should be tried */
export async function requirePrimary(client: pg.ClientBase): Promise<void> {
  if (!(client instanceof GuardedClient && client.hasOtherHosts)) return;
  if (!(await isStandby(client))) return client.notePrimary();
  client.leaveHost();
  throw new Error("This host is a standby");
}

/** One connection outside the pool. `patienceMs`: null waits for as long as the statement takes. */
export async function openClient(
  connectionString: string,
  name: string,
  { patienceMs }: { patienceMs?: number | null } = {},
): Promise<pg.Client> {
  const { hosts, schema } = readDatabaseAddress(connectionString) ?? {
    hosts: [connectionString],
    schema: null,
  };
  for (let attempt = 1; ; attempt++) {
    const client = new GuardedClient({ ...connectionLimits, connectionString, application_name: name });
    // The caller gets the error of its statement; an error event without a listener would end the process.
    client.on("error", () => undefined);
    try {
      await client.connect();
      await requirePrimary(client);
      await client.query(sessionSettings(schema));
      if (patienceMs !== undefined) client.patienceMs = patienceMs ?? 2 ** 31 - 1;
      return client;
    } catch (error) {
      void client.end();
      if (attempt >= hosts.length) throw error;
    }
  }
}
