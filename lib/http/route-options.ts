import type { z } from "zod";
import type { ProvedAct } from "../accounts/staff/proof/proved-acts";
import type { ClientInfo } from "../acts/actor";
import type { Permission } from "../acts/permissions";
import type { LimitName } from "../config/limits";
import type { ActorByAuth, AuthMode } from "./caller/read-actor";
import type { CallTrace } from "./caller/signed-call";
import type { Surface } from "./surfaces";

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

export interface RouteCache<R> {
  /** Seconds. */
  maxAge: number;
  staleWhileRevalidate: number;
  /** Part of the data that makes the ETag, where another part differs each time and is no reason to send it again. */
  tagged?: (data: z.output<R>) => unknown;
}

export interface RouteOptions<A extends AuthMode, P, Q, B, R> {
  /** A verb with its object, another one for each operation of the API. */
  name: string;
  /** Follows from `auth`, except for what gateways call. */
  surface?: Surface;
  auth: A;
  /** All of them. */
  permission?: Permission | readonly Permission[];
  /** Names no permission, and shows and does what those of its caller open: a token may call it too. */
  byPermissions?: true;
  /** The act asks staff for their password again, where the table says so. */
  proved?: ProvedAct;
  /** Staff who still have their one-time password may call this. */
  withOneTimePassword?: boolean;
  params?: P;
  query?: Q;
  body?: B;
  /** Bytes, where the surface's own cap does not fit (uploads). */
  bodyCap?: number;
  /** Media types of a body that is a file and not JSON. */
  upload?: readonly string[];
  /** Content type of a raw response, for the API description. */
  produces?: string;
  /** `raw`: the handler makes the Response itself (downloads, gateway texts). */
  response: R | "raw";
  limit?: LimitName;
  cache?: RouteCache<R>;
  /** `raw`: what it answers with by status, where that is more than 200. */
  rawAnswers?: Readonly<Record<string, string>>;
  /** A call that comes again is known by its Idempotency-Key, or by its content, and gets the first answer. */
  repeats?: "by_key" | "by_content";
  /** One line for the API description. */
  summary?: string;
  /** Further sentences for the API description. */
  description?: string;
}

export interface RouteInput<A extends AuthMode, P, Q, B> {
  actor: ActorByAuth[A];
  client: ClientInfo;
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  rawBody: Uint8Array<ArrayBuffer>;
  request: Request;
  trace: CallTrace;
}
