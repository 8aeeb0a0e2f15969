import { type LookupAddress, lookup as resolveHost } from "node:dns";
import type { LookupFunction } from "node:net";
import { EnvHttpProxyAgent } from "undici";
import { outgoingProxies } from "../config/env";
import { codeOf } from "../core/process/thrown";
import { isPublicAddress } from "./public-address";

type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const systemResolve: Resolve = (hostname, done) => resolveHost(hostname, { all: true, verbatim: true }, done);

/**
 * Checks the addresses inside the look-up that the connect itself uses, so that a name cannot lead elsewhere between the
 * check and the connect (C53). Every address must pass: one private among public ones is refused.
 */
function guardedLookup(resolve: Resolve, allowsPrivate: boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first)
        return callback(error ?? Object.assign(new Error("no address"), { code: "ENOTFOUND" }), "", 0);
      if (!allowsPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(
          Object.assign(new Error(`${hostname} leads to a private address`), { code: "EPRIVATE" }),
          "",
          0,
        );
      }
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

const connectMs = 3_000;
const headerBytes = 16 * 1024;

/** Straight to the host, or by `HTTPS_PROXY` and `NO_PROXY`. The proxy itself is the operator's, and may stand inside. */
const newAgent = (resolve: Resolve, allowsPrivate: boolean) =>
  new EnvHttpProxyAgent({
    // An empty text: undici is not to read the environment itself.
    ...{ httpProxy: "", httpsProxy: "", noProxy: "" },
    ...outgoingProxies(),
    connect: { timeout: connectMs, lookup: guardedLookup(resolve, allowsPrivate) },
    // As every program does: a tunnel for https, and a plain request to the proxy for http, whose tunnels many refuse.
    proxyTunnel: false,
    proxyTls: { timeout: connectMs },
    requestTls: { timeout: connectMs },
    maxHeaderSize: headerBytes,
    connections: 16,
  });

/**
 * Behind a proxy the name is looked up there, often because here it cannot be. A name that is known here as a private address
 * is refused all the same. @throws with the code of `guardedLookup`
 */
export async function refuseInside(hostname: string): Promise<void> {
  if (Object.keys(outgoingProxies()).length === 0) return;
  await new Promise<void>((resolve, reject) => {
    guardedLookup(resolver, false)(hostname, { all: true }, (error) => {
      if (codeOf(error) === "EPRIVATE") reject(error);
      else resolve();
    });
  });
}

let resolver: Resolve = systemResolve;

/** For a connection of another protocol. */
export const outgoingLookup = (allowsPrivate: boolean): LookupFunction =>
  guardedLookup(resolver, allowsPrivate);

/** One for each answer to "may this lead inside?": a connection that one of them opened is never used by the other. */
const agents = new Map<boolean, EnvHttpProxyAgent>();

export function agentFor(allowsPrivate: boolean): EnvHttpProxyAgent {
  const agent = agents.get(allowsPrivate) ?? newAgent(resolver, allowsPrivate);
  agents.set(allowsPrivate, agent);
  return agent;
}

/** For tests: another resolver, or none again. */
export function useResolver(resolve: Resolve | null): void {
  resolver = resolve ?? systemResolve;
  agents.clear();
}
