import { AsyncResource } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { readDatabaseAddress } from "../../config/database-address";
import { messageOf } from "../../core/process/thrown";
import { tracing } from "../../core/process/trace";
import {
  connectionLimits,
  GuardedClient,
  openClient,
  requirePrimary,
  statementTimeoutMs,
} from "./guarded-client";
import { keepOwnDefaults, sessionSettings } from "./own-defaults";

/** Words of the driver when every connection of the pool is in use for too long. */
const allBusy = "timeout exceeded when trying to connect";

/** A connection sends what it is given, and waits for the answers in their order. @types/pg does not know it yet. */
const pipelined = { pipeline: true } as pg.PoolConfig;

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

const lookEveryMs = 5_000;

/**
 * Asks which host takes writes, for all who wait for it together. A primary whose guard hangs lives on after another was
 * promoted: it answers what is read, and knows no order that the other one took.
 */
function lookForPrimary(connectionString: string, name: string): () => Promise<void> {
  let last: { at: number; done: Promise<void> } | undefined;
  return () => {
    const at = performance.now();
    if (!last || at - last.at > lookEveryMs) {
      const done = openClient(connectionString, name).then(
        (client) => void client.end(),
        () => undefined,
      );
      last = { at, done };
    }
    return last.done;
  };
}

/**
 * A pool of guarded connections. What a session needs is set by statements: a pooler in front of the database refuses
 * or ignores parameters of the start packet.
 */
export class GuardedPool extends pg.Pool {
  readonly #hosts: number;
  readonly #look: () => Promise<void>;

  constructor(
    connectionString: string,
    /** `keepsPlans`: false behind a pooler in transaction mode. */
    { max, name, keepsPlans = true }: { max: number; name: string; keepsPlans?: boolean },
  ) {
    const { hosts, schema } = readDatabaseAddress(connectionString) ?? { hosts: [""], schema: null };
    const session = `SET statement_timeout = ${statementTimeoutMs()}; SET idle_in_transaction_session_timeout = 20000;
      ${sessionSettings(schema)}`;
    super({
      ...connectionLimits,
      Client: GuardedClient,
      ...pipelined,
      connectionString,
      application_name: name,
      max,
      maxLifetimeSeconds: 20 * 60,
      onConnect: async (client: pg.ClientBase) => {
        if (client instanceof GuardedClient) client.keepsPlans = keepsPlans;
        await requirePrimary(client);
        await client.query(session);
        if (!keepsPlans) await keepOwnDefaults(client);
      },
    });
    this.#hosts = hosts.length;
    this.#look = lookForPrimary(connectionString, name);
    // The caller gets the error of its statement; an error event without a listener would end the process.
    this.on("connect", (client) => client.on("error", () => undefined));
  }

  async #fromSomeHost(): Promise<pg.PoolClient> {
    for (let attempt = 1; ; attempt++) {
      try {
        const client = await super.connect();
        if (!(client instanceof GuardedClient && client.isSuspect)) return client;
        await this.#look();
        if (!client.isOutdated) return client;
        client.release(true);
        attempt -= 1;
      } catch (error) {
        if (attempt > this.#hosts || this.ending || messageOf(error) === allBusy) throw error;
        await sleep(50);
      }
    }
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): Promise<pg.PoolClient> | undefined {
    if (this.#hosts === 1) {
      if (!taken) return super.connect();
      // The callback runs in the context of the request that released the connection. The trace must name the one that waited.
      super.connect(tracing() ? AsyncResource.bind(taken) : taken);
      return undefined;
    }
    const client = this.#fromSomeHost();
    if (!taken) return client;
    client.then(
      (found) => taken(undefined, found, found.release as () => void),
      (error: Error) => taken(error, undefined, () => undefined),
    );
    return undefined;
  }
}
