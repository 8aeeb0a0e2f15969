import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { GuardedPool } from "./guarded-pool";

// On globalThis because Next bundles this module more than once.
declare global {
  var keyshelfReservedLane: AsyncLocalStorage<true> | undefined;
}
const holder = globalThis;
holder.keyshelfReservedLane ??= new AsyncLocalStorage<true>();
const lane = holder.keyshelfReservedLane;

/**
 * Short reads that visitors and balancers wait for: while every connection of the pool is in use, `work` has one that nothing
 * else takes. A few slow statements of the admin would otherwise stop the whole shop.
 */
export const withReservedLane = <T>(work: () => T): T => lane.run(true, work);

/** Whether the caller is served by it. */
export const isInReservedLane = (): boolean => lane.getStore() ?? false;

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/** A pool with one connection more, for callers in the reserved lane. */
export class LanedPool extends GuardedPool {
  readonly #max: number;
  /** Opened when it is needed first, and closed again after its idle time. */
  readonly #reserve: GuardedPool;

  constructor(connectionString: string, options: { max: number; name: string; keepsPlans: boolean }) {
    super(connectionString, options);
    this.#max = options.max;
    this.#reserve = new GuardedPool(connectionString, {
      ...options,
      max: 1,
      name: `${options.name}-reserve`,
    });
    this.#reserve.on("error", (error) => this.emit("error", error));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): Promise<pg.PoolClient> | undefined {
    const isBusy = this.idleCount === 0 && this.totalCount >= this.#max;
    if (isBusy && lane.getStore()) {
      if (!taken) return this.#reserve.connect();
      this.#reserve.connect(taken);
      return undefined;
    }
    if (!taken) return super.connect();
    super.connect(taken);
    return undefined;
  }

  override end(): Promise<void>;
  override end(done: () => void): void;
  override end(done?: () => void): Promise<void> | undefined {
    const ended = Promise.all([super.end(), this.#reserve.end()]).then(() => undefined);
    if (!done) return ended;
    void ended.then(done);
    return undefined;
  }
}
