// Run by scripts/demo.ts in a process of its own for each of the two shops, with that shop's configuration:
// `main` pairs the agent and prints its credentials; `agent` reads them, connects, pulls, imports and publishes.
import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import type { AdminActor, ClientInfo } from "@/lib/accounts/actor";
import { hashPassword } from "@/lib/accounts/hash-password";
import { getConfig } from "@/lib/config/config";
import { now } from "@/lib/core/clock";
import { newToken } from "@/lib/core/ids";
import { setLogLevel } from "@/lib/core/log";
import { db, disconnect } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { createConnectionBody } from "@/lib/interconnect/agent/admin/schema";
import { createConnection } from "@/lib/interconnect/agent/create-connection";
import { importOffers } from "@/lib/interconnect/agent/import-offers";
import { syncConnection } from "@/lib/interconnect/agent/sync-connection";
import { updateConnection } from "@/lib/interconnect/agent/update-connection";
import { pairSiteBody } from "@/lib/interconnect/main/admin/schema";
import { pairSite } from "@/lib/interconnect/main/pair-site";
import { rotateSiteSecret } from "@/lib/interconnect/main/rotate-site-secret";
import { createTestChannel } from "@/lib/payments/create-test-channel";
import { writeSettings } from "@/lib/settings/write-settings";

interface Pairing {
  baseUrl: string;
  key: string;
  secret: string;
}

const agentName = "Demo agent";
const mainName = "Demo main site";
const shown = 6;
const client: ClientInfo = {
  ip: "127.0.0.1",
  userAgent: "npm run demo",
  requestId: randomUUID(),
  readLocale: async () => "en",
};

async function anOwner(): Promise<AdminActor> {
  const { id, email, role } = await db().staff.findFirstOrThrow({
    where: { role: "owner" },
    orderBy: { id: "asc" },
  });
  return { kind: "admin", staffId: id, sessionId: randomUUID(), role, email };
}

/** A second start of the demo makes a new secret instead of keeping the first one in a file. */
async function pairOnMain(callbackUrl: string): Promise<Pairing> {
  const owner = await anOwner();
  await openAdmin(owner);
  const { baseUrl } = getConfig().server;
  const known = await db().site.findFirst({ where: { name: agentName } });
  if (known) return { baseUrl, ...(await rotateSiteSecret(owner, client, known.id)) };
  await inTransaction((tx) => writeSettings(tx, { siteName: "Main site" }));
  const input = pairSiteBody.parse({ name: agentName, callback_url: callbackUrl, settlement_mode: "trust" });
  return { baseUrl, ...(await pairSite(owner, client, input)) };
}

async function connect(owner: AdminActor, { baseUrl, key, secret }: Pairing): Promise<number> {
  const known = await db().connection.findUnique({ where: { apiKey: key }, select: { id: true } });
  if (known) return (await updateConnection(owner, client, known.id, { base_url: baseUrl, secret })).id;
  const input = createConnectionBody.parse({
    name: mainName,
    base_url: baseUrl,
    key,
    secret,
    markup_bps: 1500,
    sync_minutes: 1,
  });
  return (await createConnection(owner, client, input)).id;
}

/** What a shop needs beside the goods: a category, a name, and a way to pay where no money moves. */
async function createDemoCatalogue(): Promise<number> {
  const settings = { siteName: "Agent shop" };
  const known = await db().category.findUnique({
    where: { slug: "from-the-main-site" },
    select: { id: true },
  });
  if (known) return known.id;
  return inTransaction(async (tx) => {
    await writeSettings(tx, settings);
    if ((await tx.paymentChannel.count()) === 0)
      await createTestChannel(tx, { name: "Test gateway", currency: "USD" });
    const { id } = await tx.category.create({
      data: { slug: "from-the-main-site", name: "From the main site" },
    });
    return id;
  });
}

/** The shop's own worker may be pulling already: then its end is waited for. */
async function pull(connectionId: number): Promise<string | null> {
  await syncConnection(connectionId, "button");
  for (;;) {
    const row = await db().connection.findUniqueOrThrow({ where: { id: connectionId } });
    if (row.lastSyncAt && !row.syncStartedAt) return row.lastSyncError;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The owner who still has the one-time password gets the demo's: nobody has to think of two long ones to look around. */
async function openAdmin({ staffId, email }: AdminActor): Promise<string> {
  const passwordHash = await hashPassword(process.env.DEMO_PASSWORD ?? newToken());
  await db().staff.updateMany({
    where: { id: staffId, mustChangePassword: true },
    data: { passwordHash, mustChangePassword: false, updatedAt: now() },
  });
  return email;
}

async function connectOnAgent(pairing: Pairing): Promise<{ slug: string; email: string }> {
  const owner = await anOwner();
  const connectionId = await connect(owner, pairing);
  const lastSyncError = await pull(connectionId);
  if (lastSyncError) throw new Error(`The products could not be pulled: ${lastSyncError}`);
  const categoryId = await createDemoCatalogue();
  if ((await db().skuMapping.count({ where: { connectionId } })) === 0) {
    const offers = await db().upstreamSku.findMany({
      where: { connectionId, isActive: true, stock: { gt: 0 }, autoSecretKind: { not: "none" } },
      distinct: ["upstreamProductId"],
      orderBy: { upstreamProductId: "asc" },
      take: shown,
    });
    const upstream_product_ids = offers.map((offer) => offer.upstreamProductId);
    await importOffers(owner, client, connectionId, { category_id: categoryId, upstream_product_ids });
    await db().product.updateMany({ where: { categoryId, status: "draft" }, data: { status: "active" } });
  }
  const products = await db().product.findMany({
    where: { categoryId, status: "active" },
    orderBy: { id: "asc" },
  });
  return { slug: products[0]?.slug ?? "", email: await openAdmin(owner) };
}

setLogLevel("error");
try {
  const [side, callbackUrl = ""] = process.argv.slice(2);
  const result =
    side === "main"
      ? await pairOnMain(callbackUrl)
      : await connectOnAgent(JSON.parse(await text(process.stdin)) as Pairing);
  console.log(JSON.stringify(result));
} finally {
  await disconnect();
}
