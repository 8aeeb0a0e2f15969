import { connect, type Socket } from "node:net";
import { problem } from "../core/refusals/refusal";
import { outgoingLookup } from "./guarded-agent";
import { OutgoingError } from "./outgoing-call";
import { checkTarget, targetRules } from "./public-address";

/**
 * Opens a connection for a protocol other than HTTP, with the same guard: every address of the host is checked in the look-up
 * that the connect uses, and a private one is refused. @throws OutgoingError, or the error of the connect
 */
export async function openSocket({
  host,
  port,
  allowsPrivate,
  timeoutMs,
}: {
  host: string;
  port: number;
  allowsPrivate: boolean;
  timeoutMs: number;
}): Promise<Socket> {
  const target = checkTarget(addressOf(host), allowsPrivate, { anyPort: true });
  if ("refusal" in target)
    throw new OutgoingError(
      "private_address",
      problem("host_refused", { problem: problem(targetRules[target.refusal]) }),
    );
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: outgoingLookup(allowsPrivate), autoSelectFamily: true });
    const timer = setTimeout(
      () => socket.destroy(new OutgoingError("timeout", problem("host_silent"))),
      timeoutMs,
    );
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    socket.once("error", fail);
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.off("error", fail);
      resolve(socket);
    });
  });
}

/** A host as the address that `checkTarget` judges. */
export const addressOf = (host: string): string => `https://${host.includes(":") ? `[${host}]` : host}`;
