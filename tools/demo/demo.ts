import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { letShopIn } from "@/lib/db/embedded/shop-role";
import { migrate } from "@/lib/db/migrations/migrate";
import { Stopping } from "../../server/stopping";
import { fakeOffers } from "../gateways/fake-gateways";
import { GatewayDesk } from "../gateways/gateway-desk";
import { startNewDatabase } from "../new-database";
import { cleanEnvironment, type DemoShop, operate, passwordOf, serveShop, untilOpen } from "./demo-shop";

type Side = "main" | "agent";

export interface DemoOptions {
  mainPort: number;
  agentPort: number;
  /** Port of the page from which the fake gateways are played; null without them. */
  deskPort: number | null;
  /** Where the data of both is kept. */
  folder: string;
}

// Two host names, because a browser keeps cookies by host and not by port: both admins can be open in one window.
const addressOf = { main: "http://localhost", agent: "http://127.0.0.1" } as const;

interface Place {
  folder: string;
  port: number;
}

async function openShop(stopping: Stopping, name: Side, { folder, port }: Place): Promise<DemoShop> {
  const dataDir = path.join(folder, name, "data");
  mkdirSync(dataDir, { recursive: true });
  const database = await startNewDatabase({
    dataDir,
    onCrash: (error) => {
      console.error(`The database of the ${name} site ended: ${error.message}`);
      void stopping.stop().then(() => process.exit(1));
    },
  });
  stopping.add(`the database of the ${name} site`, database.stop);
  await migrate(database.url);
  const configFile = path.join(folder, name, "config.yaml");
  writeFileSync(
    configFile,
    `# Written by npm run demo.\nsample_shop: ${name === "main"}\nsample_orders: ${name === "main"}\ntest_gateway: true\n`,
  );
  const baseUrl = `${addressOf[name]}:${port}`;
  const environment = {
    ...cleanEnvironment(),
    DATABASE_URL: await letShopIn(database.url),
    KEYSHELF_CONFIG: configFile,
    KEYSHELF_DATA_DIR: dataDir,
    KEYSHELF_SERVER__HOST: "127.0.0.1",
    KEYSHELF_SERVER__PORT: String(port),
    KEYSHELF_SERVER__BASE_URL: baseUrl,
    // Both sites live on this machine.
    KEYSHELF_INTERCONNECT__ALLOW_PRIVATE_NETWORKS: "true",
    KEYSHELF_PAYMENTS__ALLOW_PRIVATE_NETWORKS: "true",
    KEYSHELF_LOG__LEVEL: "warn",
  };
  return { name: `the ${name} site`, baseUrl, environment };
}

interface Paired {
  /** A product to try. */
  slug: string;
  /** The log-in of both admins, unless a password was chosen there. */
  email: string;
}

const steps = (main: DemoShop, agent: DemoShop, { slug, email, password }: Paired & { password: string }) => `
Two shops are open and paired.

  Main site   ${main.baseUrl}          admin ${main.baseUrl}/admin
  Agent shop  ${agent.baseUrl}          admin ${agent.baseUrl}/admin
  Log in to both admins as ${email} with the password ${password}

Try it:
  1. On the agent shop open ${agent.baseUrl}/products/${slug} and buy as a guest.
     Ordering reserves the key on the main site at once.
  2. Pay at the test gateway (no money moves). The key that lay on the main site appears on the agent's order page.
  3. On the main site: Admin > Request log shows the agent's calls, Orders its order, Callbacks the callback sent.
  4. On the agent shop: Admin > Purchases shows the purchase, Connections the pull, Received callbacks the callback.
  5. Switch the agent to "hold" on the main site, buy again, and release the held order: the key arrives by callback.
  6. Change a price or the stock on the main site: it is on the agent shop a minute later.

Ctrl-C closes both.`;

/** A fake gateway of each protocol, a channel of the shop for each, and the page from which they are played. */
async function openGateways(
  stopping: Stopping,
  shop: DemoShop,
  { port, password }: { port: number; password: string },
) {
  const offers = fakeOffers();
  await Promise.all(offers.map(({ gateway }) => gateway.start()));
  stopping.add("the gateways", async () => {
    await Promise.all(offers.map(({ gateway }) => gateway.stop()));
  });
  const input = offers.map(({ code, name, rate, gateway }) => ({
    code,
    name,
    rate,
    settings: gateway.settings(),
  }));
  const ids = JSON.parse(
    await operate(shop, { step: "gateways", password, input: JSON.stringify(input) }),
  ) as Record<string, number>;
  const desk = new GatewayDesk(
    shop.baseUrl,
    offers.map((offer) => ({ ...offer, channelId: ids[offer.code] ?? 0 })),
  );
  await desk.start(port);
  stopping.add("the desk of the gateways", () => desk.stop());
  console.log(`
The main site sells through a fake gateway of each protocol. Choose one at the checkout and play it at ${desk.url}`);
}

/** A main site and an agent site on this machine, each with a database and a data folder of its own. */
export async function demo({ mainPort, agentPort, deskPort, folder }: DemoOptions): Promise<void> {
  const stopping = new Stopping();
  stopping.listen();
  try {
    const main = await openShop(stopping, "main", { folder, port: mainPort });
    const agent = await openShop(stopping, "agent", { folder, port: agentPort });
    // One after the other: two starts at once would take longer on a small machine.
    await untilOpen(main, serveShop(stopping, main));
    await untilOpen(agent, serveShop(stopping, agent));
    const password = passwordOf(folder);
    const code = await operate(main, { step: "main", password });
    const paired = JSON.parse(await operate(agent, { step: "agent", password, input: code })) as Paired;
    if (deskPort !== null) await openGateways(stopping, main, { port: deskPort, password });
    console.log(steps(main, agent, { ...paired, password }));
  } catch (error) {
    if (stopping.isStopping) return;
    await stopping.stop();
    throw error;
  }
}
