import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import next from "next";
import { getConfig } from "@/lib/config/config";
import { version } from "@/lib/config/version";
import { setDraining } from "@/lib/core/process/draining";
import { log, setLogLevel } from "@/lib/core/process/log";
import { openClient } from "@/lib/db/connections/guarded-client";
import { readCountry, standsForMany } from "@/lib/http/caller/client-info";
import { sessionCookieNames } from "@/lib/http/caller/session";
import { keepNotingFolder } from "@/lib/operations/checks/check-sold-files";
import { keepProbingWrites } from "@/lib/operations/probe-writes";
import { noteOpen } from "@/lib/operations/updates/update-request";
import { keepWatching } from "@/lib/operations/watch-queue";
import { keepWritingFirstViews } from "@/lib/orders/first-views";
import { readerTraits } from "@/lib/payments/offers/reader-traits";
import { reportTestGateway } from "@/lib/payments/test-gateway/report-state";
import { chooseLocale } from "@/lib/settings/choose-locale";
import { getSettings, maintenanceRetrySeconds } from "@/lib/settings/queries";
import { startWorker } from "@/lib/worker/start";
import { tellingOfAway } from "./door/away-page";
import { closedForMaintenance } from "./door/closed-shop";
import { FrontDoor, type Handler, StartError } from "./door/front-door";
import { limitBodies } from "./door/limit-bodies";
import { limitPages } from "./door/limit-pages";
import { forgetFirstPassword } from "./first-password";
import { keepGivingBack } from "./give-back";
import { noteStart } from "./note-start";
import { openDatabase } from "./open-database";
import { inliningStyles } from "./pages/inline-styles";
import { withPackedFiles } from "./pages/packed-files";
import { forgettingAfterWrites, PageCache } from "./pages/page-cache";
import { api } from "./routes/api";
import { type Routes, withChangingRoutes, withRoutes } from "./routes/with-routes";
import { isTerminal, say, sayWhatOthersWrite } from "./say";
import { serveMetrics } from "./serve-metrics";
import { startTracing } from "./start-tracing";
import { Stopping } from "./stopping";

async function isNewShop(url: string): Promise<boolean> {
  const client = await openClient(url, "keyshelf-start");
  try {
    const { rows } = await client.query<{ is_new: boolean }>(
      "SELECT NOT EXISTS (SELECT 1 FROM staff) AS is_new",
    );
    return rows[0]?.is_new ?? false;
  } finally {
    await client.end();
  }
}

/** Most bytes of a body that Next answers: forms of a few fields. */
const maxPageBody = 64 * 1024;

/** In a process of its own: what it loads is needed once in the life of a shop and should not stay in memory. */
function prepare(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.resolve("build/prepare.mjs")], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new StartError("The empty database could not be filled; the reason stands above."));
    });
  });
}

/**
 * Hands Next the configuration as the build resolved it, the way its own standalone server does. next.config.mjs loads
 * plugins with a whole compiler in them, 40 MB that a finished build has no use for.
 */
function passBuiltConfig(): void {
  const manifest: unknown = JSON.parse(
    readFileSync(path.resolve(".next/required-server-files.json"), "utf8"),
  );
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify((manifest as { config: unknown }).config);
}

/** Puts in front of Next all that production has there. */
async function withEverything(next: Handler, stopping: Stopping): Promise<Handler> {
  const cache = new PageCache(next, {
    privateCookies: [...sessionCookieNames("user"), ...sessionCookieNames("admin")],
    host: new URL(getConfig().server.baseUrl).host,
    finish: inliningStyles(path.resolve(".next/static")),
    chooseLocale: async ({ chosen, acceptLanguage }) =>
      chooseLocale(await getSettings(), { chosen: [chosen], acceptLanguage }),
    traitsOf: (headers) =>
      readerTraits({
        userAgent: headers.get("user-agent") ?? "",
        country: () => readCountry(headers),
      }),
  });
  stopping.add("the kept pages", async () => cache.close());
  const shop = closedForMaintenance(cache, {
    // Without a database the pages say so themselves.
    isClosed: () =>
      getSettings().then(
        ({ maintenance }) => maintenance,
        () => false,
      ),
    retrySeconds: maintenanceRetrySeconds,
    staffCookies: sessionCookieNames("admin"),
  });
  const pages = limitBodies(
    await withPackedFiles(path.resolve(".next/static"), limitPages(tellingOfAway(shop))),
    maxPageBody,
  );
  return forgettingAfterWrites(cache, withRoutes(api, pages));
}

export interface ServeOptions {
  /** Only in development: the routes as their sources are now, the same ones until a source changes. */
  loadRoutes?: () => Promise<Routes>;
}

/** Opens the shop in this process and returns when it can be visited. @throws with one sentence for the operator */
export async function serve(options: ServeOptions = {}): Promise<void> {
  const stopping = new Stopping();
  stopping.listen();
  try {
    await open(stopping, options);
  } catch (error) {
    if (stopping.isStopping) return;
    await stopping.stop();
    throw error;
  }
}

async function open(stopping: Stopping, { loadRoutes }: ServeOptions): Promise<void> {
  const isDevelopment = loadRoutes !== undefined;
  const begin = Date.now();
  const { server, worker, log: logged } = getConfig();
  setLogLevel(logged.level);
  process.env.NEXTAUTH_URL ??= server.baseUrl;
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  await startTracing(stopping);

  const door = new FrontDoor({
    isSecure: server.baseUrl.startsWith("https:"),
    coversSubdomains: server.hstsSubdomains,
    isProxy: standsForMany,
  });
  await door.listen(server.host, server.port);
  stopping.setFirst("the server", async () => {
    setDraining(true);
    door.drain();
    await sleep(server.drainSeconds * 1000);
    await door.close(isDevelopment ? 200 : 10_000);
  });
  const url = await openDatabase(stopping);
  if (await isNewShop(url)) await prepare();
  else await forgetFirstPassword();
  const warning = await reportTestGateway();

  if (!isDevelopment) {
    sayWhatOthersWrite();
    passBuiltConfig();
  }
  const app = next({
    dev: isDevelopment,
    dir: process.cwd(),
    hostname: "localhost",
    port: server.port,
    // In production Next gets a server that never listens: on the real one it would take every upgrade request and hold
    // its connection without an answer. Without that, Node answers such a request as if it asked for no upgrade.
    httpServer: isDevelopment ? door.server : createServer(),
  });
  stopping.add("the first views", keepWritingFirstViews());
  stopping.add("the pages", () => app.close());
  await app.prepare();
  await serveMetrics(stopping);
  const folder = keepNotingFolder();
  stopping.add("the note of the folder", async () => folder.stop());
  const watch = keepWatching();
  stopping.add("the watch", async () => watch.stop());
  const probe = keepProbingWrites();
  stopping.add("the probe of writes", async () => probe.stop());
  const stopGivingBack = keepGivingBack();
  stopping.add("the memory", async () => stopGivingBack());
  if (worker === "inline") stopping.add("the worker", (await startWorker()).stop);
  const pages = app.getRequestHandler();
  door.open(loadRoutes ? withChangingRoutes(loadRoutes, pages) : await withEverything(pages, stopping));

  noteStart("shop");
  if (!isDevelopment)
    await noteOpen(getConfig().dataDir, version).catch((error: unknown) =>
      log.warn({ error }, "the data folder does not take the note that the shop is open"),
    );
  const seconds = ((Date.now() - begin) / 1000).toFixed(1);
  const isLocal = server.host === "localhost" && new URL(server.baseUrl).hostname === "localhost";
  const hint =
    "Only this machine reaches it. For others set server.host and server.base_url (config.example.yaml).\n";
  if (warning) say(`\n*** ${warning}. ***`, "warn");
  const shop = server.baseUrl;
  const admin = `${shop}/admin`;
  if (!isTerminal) return log.info({ shop, admin, seconds }, "Keyshelf is open");
  console.log(
    `\nKeyshelf is open (${seconds} s).\n\n  Shop   ${shop}\n  Admin  ${admin}\n\n${isLocal ? hint : ""}Ctrl-C closes it.`,
  );
}
