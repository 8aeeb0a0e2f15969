import { addressOf } from "./address.js";
import type { AnswerOf, Given, InputOf, Method, PathOf, Schemas } from "./operation-types.js";
import { randomKey } from "./random-key.js";
import { type Patience, repeating } from "./repeat.js";
import { ApiError, request } from "./request.js";

export type { Schemas } from "./operation-types.js";
export { randomKey } from "./random-key.js";
export { ApiError } from "./request.js";

/** Tokens of a member, as a log-in answers them. */
export type Session = Pick<Schemas["Tokens"], "token" | "refresh_token">;

export interface ShopOptions extends Patience {
  /** Address of the shop, without `/api/v1`. */
  url: string;
  session?: Session | null;
  /** Told of fresh tokens, to be kept, and of null when the session is over. */
  onSession?: (session: Session | null) => void;
}

export interface CallOptions {
  /** Token of a guest's order; without it the member's session speaks. */
  token?: string;
  /** One for each order that is meant; keep it to send the same order again after a reload. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** Operations that place one order for one key, however often they are sent. */
export const keyedPaths: readonly PathOf<"post">[] = ["/api/v1/guest/orders", "/api/v1/orders"];

const isOneOf = (list: readonly string[], path: string) => list.includes(path);
const tokenExpired = 40101;
const tokenRejected = 40102;

type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...input: Given<InputOf<M, P> & CallOptions>
) => Promise<AnswerOf<M, P>>;

type Untyped = CallOptions & Parameters<typeof addressOf>[2] & { body?: unknown };

/** A shop's API as its description tells it, for a page of any origin or a program. */
export function openShop({ url, session = null, onSession, ...patience }: ShopOptions) {
  let current: Session | null = session;
  let renewing: Promise<void> | null = null;

  function keep(next: Session | null): void {
    current = next;
    onSession?.(next);
  }

  async function renew(former: Session): Promise<void> {
    const path: PathOf<"post"> = "/api/v1/auth/refresh";
    try {
      const body = { refresh_token: former.refresh_token };
      keep(await request<Session>(addressOf(url, path, {}), { method: "POST", body }));
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === tokenRejected) keep(null);
      throw problem;
    }
  }

  /** Calls that find their token expired at one moment renew it once. */
  function renewOnce(former: Session): Promise<void> {
    renewing ??= renew(former).finally(() => {
      renewing = null;
    });
    return renewing;
  }

  async function asMember<T>(send: (token?: string) => Promise<T>): Promise<T> {
    const used = current;
    try {
      return await send(used?.token);
    } catch (problem) {
      if (!used || !(problem instanceof ApiError) || problem.code !== tokenExpired) throw problem;
      if (current === used) await renewOnce(used);
      return send(current?.token);
    }
  }

  async function call<T>(method: Method, path: string, input: Untyped): Promise<T> {
    const isKeyed = method === "post" && isOneOf(keyedPaths, path);
    const idempotencyKey = input.idempotencyKey ?? (isKeyed ? randomKey() : undefined);
    const { token, signal, body } = input;
    const send = (own?: string) =>
      request<T>(addressOf(url, path, input), {
        method: method.toUpperCase(),
        ...(body === undefined ? {} : { body }),
        ...(own ? { token: own } : {}),
        ...(idempotencyKey ? { idempotencyKey } : {}),
        ...(signal ? { signal } : {}),
      });
    const once = () => (token ? send(token) : asMember(send));
    return method === "get" || isKeyed ? repeating(once, patience) : once();
  }

  const calling =
    <M extends Method>(method: M): Call<M> =>
    (path, ...[input]) =>
      call(method, path, input ?? {});

  return {
    get: calling("get"),
    post: calling("post"),
    put: calling("put"),
    patch: calling("patch"),
    delete: calling("delete"),
    /** After a log-in or a log-out. */
    setSession: keep,
  };
}

export type Shop = ReturnType<typeof openShop>;
