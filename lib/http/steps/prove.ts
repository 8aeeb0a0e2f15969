import { type ProvedAct, requireProof } from "../../accounts/staff/proof/proved-acts";
import type { Actor } from "../../acts/actor";
import { readBody } from "../body/read-body";
import { readActor } from "../caller/read-actor";
import { proveSignedCall } from "../caller/signed-call";
import type { Call } from "./call";

/** Proves who calls: by session or token, or by a signature over the body, whatever the method. */
export async function prove(
  call: Call,
  options: Parameters<typeof readActor>[1],
  bodyCap: number,
): Promise<Actor> {
  if (!call.signedAs) return readActor(call.request, options, call.client.ip);
  call.rawBody = await readBody(call.request, bodyCap);
  return proveSignedCall(call.signedAs, call);
}

/** Asks staff for their password again, where the act and its body want that. */
export async function proveAgain(actor: Actor, act: ProvedAct | undefined, body: unknown): Promise<void> {
  if (act && actor.kind === "admin") await requireProof(actor, act, body);
}
