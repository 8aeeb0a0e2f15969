import { afterAll, beforeAll, beforeEach } from "vitest";
import { operations as adminConnections } from "@/app/api/v1/admin/interconnect/connections/[[...path]]/route";
import { operations as adminSites } from "@/app/api/v1/admin/interconnect/sites/[[...path]]/route";
import { getConfig } from "@/lib/config/config";
import { staffOfTest } from "./admin-suite";
import type { CallOptions } from "./call";
import { type ApiServer, startApiServer } from "./start-api-server";
import { overrideConfig } from "./test-config";

interface Paired {
  site: { id: number };
  key: string;
  secret: string;
  pairing_code: string;
}
interface Pasted {
  id: number;
  callback_verified: boolean;
  message: string;
  connection: Record<string, unknown>;
}

/** One shop that is its own agent: what it sends comes back to it over HTTP. */
export function shopAsAgent() {
  let server: ApiServer;
  beforeAll(async () => {
    server = await startApiServer({ settings: { "interconnect.allowPrivateNetworks": "true" } });
  });
  afterAll(() => server.stop());
  const loggedIn = staffOfTest();
  beforeEach(() => {
    overrideConfig({ "interconnect.allowPrivateNetworks": "true", "server.baseUrl": server.url });
  });
  const post = <T>(handler: Parameters<typeof loggedIn.call>[0], options: CallOptions) =>
    loggedIn.call<T>(handler, "POST", { ...options, headers: { origin: getConfig().server.baseUrl } });
  return {
    url: () => server.url,
    post,
    pair: async (body: Record<string, unknown> = {}) =>
      (await post<Paired>(adminSites.pairSite, { body: { name: "Agent", ...body } })).data,
    paste: (code: string, body: Record<string, unknown> = {}) =>
      post<Pasted>(adminConnections.pairConnection, { body: { code, ...body } }),
    anotherCode: (siteId: number) =>
      post<{ pairing_code: string }>(adminSites.makePairingCode, { params: { site_id: String(siteId) } }),
  };
}
