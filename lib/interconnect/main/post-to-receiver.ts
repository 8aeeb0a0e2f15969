import { callOut, type OutgoingAnswer } from "../../outgoing/outgoing-call";
import type { signedHeaders } from "../signature";
import { rememberOwnNonce } from "../spend-nonce";

interface SignedMessage {
  key: string;
  headers: ReturnType<typeof signedHeaders>;
  /** Null of a callback that an earlier release queued. */
  eventId: string | null;
  body: Uint8Array;
}

/**
 * Sends a signed message to the callback address of an agent. A longer answer is cut.
 * @throws OutgoingError when no answer comes
 */
export async function postToReceiver(
  url: string,
  { key, headers, eventId, body }: SignedMessage,
  limits: { totalMs: number; maxBytes: number },
): Promise<OutgoingAnswer> {
  await rememberOwnNonce("site", { key, nonce: headers["x-site-nonce"] });
  return callOut({
    needsTls: true,
    url,
    method: "POST",
    headers: {
      ...headers,
      ...(eventId === null ? {} : { "x-site-event-id": eventId }),
      "content-type": "application/json",
      "user-agent": "Keyshelf-Callback/1",
    },
    body,
    ...limits,
    overflow: "cut",
  });
}
