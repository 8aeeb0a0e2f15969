import * as oauth from "oauth4webapi";
import { getConfig } from "../../config/config";
import { callOut } from "../../outgoing/outgoing-call";

const totalMs = 8_000;
const maxBytes = 512 * 1024;
const keptMs = 10 * 60_000;
const mostKept = 50;

const allowsPrivate = () => getConfig().interconnect.allowPrivateNetworks;

type Options = oauth.CustomFetchOptions<string, URLSearchParams | undefined>;

/** C195: every call to a provider is one of the guarded ones: no private address, no redirect, bounded in time and size. */
async function fetchGuarded(url: string, { method, headers, body }: Options): Promise<Response> {
  const answer = await callOut({
    url,
    method: method === "POST" ? "POST" : "GET",
    headers,
    ...(body ? { body: new TextEncoder().encode(body.toString()) } : {}),
    totalMs,
    maxBytes,
    overflow: "fail",
    anyPort: true,
    needsTls: true,
  });
  const named = ["content-type", "www-authenticate"].flatMap((name): [string, string][] => {
    const value = answer.header(name);
    return value === null ? [] : [[name, value]];
  });
  return new Response([204, 304].includes(answer.status) ? null : answer.bytes, {
    status: answer.status,
    headers: named,
  });
}

/** Given to each call of the library. Plain http is for a provider inside the operator's own network. */
export const guarded = () => ({
  [oauth.customFetch]: fetchGuarded,
  [oauth.allowInsecureRequests]: allowsPrivate(),
});

const known = new Map<string, { server: oauth.AuthorizationServer; untilMs: number }>();

/** Reads what a provider says of itself at its own address; kept for ten minutes. @throws what the call or the library throws */
export async function discover(issuer: string, { anew = false } = {}): Promise<oauth.AuthorizationServer> {
  const kept = known.get(issuer);
  if (kept && kept.untilMs > performance.now() && !anew) return kept.server;
  const url = new URL(issuer);
  const server = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, guarded()));
  if (known.size >= mostKept) known.clear();
  known.set(issuer, { server, untilMs: performance.now() + keptMs });
  return server;
}
