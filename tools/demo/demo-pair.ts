// Run by tools/demo/demo.ts in a process of its own for each of the two shops, with that shop's configuration:
// `main` pairs the agent and prints the pairing code; `agent` reads it, connects, pulls, imports and publishes;
// `gateways` makes a channel for each of the fake gateways that it reads, and prints their ids;
// `open` only gives the first admin the demo's password and prints who that is.

import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { hashPassword } from "@/lib/accounts/password/hash-password";
import type { AdminActor, ClientInfo } from "@/lib/acts/actor";
import { now } from "@/lib/core/clock";
import { newToken } from "@/lib/core/ids";
import { baseLocale } from "@/lib/core/locale";
import { setLogLevel } from "@/lib/core/process/log";
import { sayNoted } from "@/lib/core/refusals/noted";
import { db, disconnect } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { pairConnectionBody } from "@/lib/interconnect/agent/admin/schema";
import { importOffers } from "@/lib/interconnect/agent/import-offers";
import { pairConnection } from "@/lib/interconnect/agent/pair-connection";
import { syncConnection } from "@/lib/interconnect/agent/sync-connection";
import { updateConnection } from "@/lib/interconnect/agent/update-connection";
import { pairSiteBody } from "@/lib/interconnect/main/admin/schema";
import { pairSite } from "@/lib/interconnect/main/pair-site";
import { makePairingCode } from "@/lib/interconnect/main/pairing";
import { createTestChannel } from "@/lib/payments/channels/create-test-channel";
import { writeSettings } from "@/lib/settings/write-settings";
import { type OfferedChannel, openChannels } from "../gateways/open-channels";

const agentName = "Demo agent";
const mainName = "Demo main site";
const shown = 6;
const client: ClientInfo = {
  ip: "127.0.0.1",
  userAgent: "npm run demo",
  requestId: randomUUID(),
  readLocale: async () => baseLocale,
  readCountry: async () => null,
};

async function anOwner(): Promise<AdminActor> {
  const { id, email, role } = await db().staff.findFirstOrThrow({
    where: { role: "owner" },
    orderBy: { id: "asc" },
  });
  return { kind: "admin", staffId: id, sessionId: randomUUID(), role, email };
}

/** As an operator does it; a second start of the demo makes a new code for the site that is there. */
async function pairOnMain(): Promise<string> {
  const owner = await anOwner();
  await openAdmin(owner);
  const known = await db().site.findFirst({ where: { name: agentName } });
  if (known) return (await makePairingCode(owner, client, known.id)).pairing_code;
  await inTransaction((tx) => writeSettings(tx, { siteName: "Main site" }));
  const input = pairSiteBody.parse({ name: agentName, settlement_mode: "trust" });
  return (await pairSite(owner, client, input)).pairing_code;
}

/** The code is pasted: the agent's callback address is proved, and both sides know each other. */
async function connect(owner: AdminActor, code: string): Promise<number> {
  const input = pairConnectionBody.parse({ code, name: mainName, markup_bps: 1500 });
  const { id, callback_verified, message } = await pairConnection(owner, client, input);
  if (!callback_verified) throw new Error(message);
  return (await updateConnection(owner, client, id, { sync_minutes: 1 })).id;
}

/** Makes what a shop needs beside the goods: a category, a name, and a way to pay where no money moves. */
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
    if (row.lastSyncAt && !row.syncStartedAt) return sayNoted(row.lastSyncError);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** An owner who still has the one-time password gets the demo's password. */
async function openAdmin({ staffId, email }: AdminActor): Promise<string> {
  const passwordHash = await hashPassword(process.env.DEMO_PASSWORD ?? newToken());
  await db().staff.updateMany({
    where: { id: staffId, mustChangePassword: true },
    data: { passwordHash, mustChangePassword: false, updatedAt: now() },
  });
  return email;
}

async function connectOnAgent(code: string): Promise<{ slug: string; email: string }> {
  const owner = await anOwner();
  const connectionId = await connect(owner, code);
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
  const [side] = process.argv.slice(2);
  const sides: Record<string, () => Promise<unknown>> = {
    main: pairOnMain,
    agent: async () => connectOnAgent(JSON.parse(await text(process.stdin)) as string),
    gateways: async () =>
      openChannels(await anOwner(), client, JSON.parse(await text(process.stdin)) as OfferedChannel[]),
    open: async () => openAdmin(await anOwner()),
  };
  const result = await sides[side ?? ""]?.();
  console.log(JSON.stringify(result));
} finally {
  await disconnect();
}
