import { addressOf } from "./address.js";
import type { AnswerOf, Given, InputOf, Method, PathOf, Schemas } from "./operation-types.js";
import { type Patience, repeating } from "./repeat.js";
import { readAnswer } from "./request.js";
import { bytesOf, type Credentials, type Proof, type Refused, sign, verify } from "./signature.js";

export type { Schemas } from "./operation-types.js";
export { ApiError } from "./request.js";
export { type Credentials, type Proof, type Refused, type SignedHeaders, sign, verify } from "./signature.js";

export interface PartnerOptions extends Credentials, Patience {
  /** Address of the main site, without `/api/v1`. */
  url: string;
}

type Upstream<M extends Method> = Extract<PathOf<M>, `/api/v1/upstream/${string}`>;

type Call<M extends Method> = <P extends Upstream<M>>(
  path: P,
  ...input: Given<InputOf<M, P> & { signal?: AbortSignal }>
) => Promise<AnswerOf<M, P>>;

type Untyped = Parameters<typeof addressOf>[2] & { body?: unknown; signal?: AbortSignal };

/**
 * A main site as an agent site calls it. Every call may be sent again: the numbers of the agent (`downstream_order_no`,
 * `downstream_payment_id`) make it happen once. Each attempt is signed anew. The secret belongs on a server, not into a page.
 */
export function openMainSite({ url, key, secret, ...patience }: PartnerOptions) {
  async function attempt<T>(method: Method, path: string, input: Untyped): Promise<T> {
    const body = input.body === undefined ? "" : JSON.stringify(input.body);
    const bytes = bytesOf(body);
    const headers = { ...(await sign({ key, secret }, bytes)), "Content-Type": "application/json" };
    return readAnswer<T>(
      fetch(addressOf(url, path, input), {
        method: method.toUpperCase(),
        headers,
        redirect: "error",
        signal: input.signal ?? AbortSignal.timeout(15_000),
        ...(body === "" ? {} : { body: bytes }),
      }),
    );
  }

  const calling =
    <M extends Method>(method: M): Call<M> =>
    (path, ...[input]) =>
      repeating(() => attempt(method, path, input ?? {}), patience);

  return { get: calling("get"), post: calling("post") };
}

/** Body of a callback: an event of an order, or a ping. */
export type Callback = Schemas["CallbackMessage"];

/**
 * Reads a callback that reached an agent's own server. A refused one is answered with 403; everything else, events that are not
 * known among them, with 200 once it is booked.
 */
export async function readCallback(
  incoming: Request,
  proof: Proof,
): Promise<{ callback: Callback } | { refused: Refused }> {
  const body = new Uint8Array(await incoming.arrayBuffer());
  const refused = await verify(incoming.headers, body, proof);
  if (refused) return { refused };
  return { callback: JSON.parse(new TextDecoder().decode(body)) as Callback };
}
