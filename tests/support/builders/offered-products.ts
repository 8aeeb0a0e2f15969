import { afterEach, beforeEach } from "vitest";
import { db } from "@/lib/db/client";
import { type FakeMain, startFakeMain } from "../fakes/fake-main";
import { overrideConfig } from "../harness/test-config";
import { aConnection } from "./sites";

export let main: FakeMain;
export let connectionId: number;

/** Before each test of the file: a connection to a fake main site, with a mark-up of ten percent. */
export function prepareConnection(): void {
  beforeEach(async () => {
    overrideConfig({ "interconnect.allowPrivateNetworks": "true" });
    const credentials = { key: "agent_key_0001", secret: "the-shared-secret" };
    main = await startFakeMain(credentials);
    connectionId = (await aConnection({ ...credentials, baseUrl: main.url }, { markupBps: 1000 })).id;
  });
  afterEach(() => main.stop());
}

/** A product as the main site lists it. */
export const offered = (id: number, changes: Record<string, unknown> = {}) => ({
  id,
  slug: `game-${id}`,
  title: `Game ${id}`,
  price: "10.00",
  stock: 7,
  auto_secret_kind: "card_key",
  category: "Games",
  active: true,
  skus: [{ id: id * 10, code: `G${id}`, name: "Standard", price: "10.00", stock: 7 }],
  updated_at: "2026-01-01T00:00:00.000Z",
  ...changes,
});

export const offers = () =>
  db().upstreamSku.findMany({ where: { connectionId }, orderBy: { upstreamSkuId: "asc" } });
export const lastRun = () => db().syncRun.findFirstOrThrow({ orderBy: { id: "desc" } });
export const alertKinds = async () => (await db().alert.findMany()).map(({ kind }) => kind);
