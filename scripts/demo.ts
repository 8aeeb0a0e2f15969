import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { randomCode } from "@/lib/core/ids";
import { startEmbedded } from "@/lib/db/embedded/start-embedded";
import { StartError } from "./front-door";
import { Stopping } from "./stopping";

interface Shop {
  name: "main" | "agent";
  baseUrl: string;
  environment: NodeJS.ProcessEnv;
}

export interface DemoOptions {
  mainPort: number;
  agentPort: number;
  /** Where the data of both is kept. */
  folder: string;
}

const patienceMs = 180_000;

/** Settings of a developer's own shop, in a file or in the environment, must not reach these two. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const environment = { ...process.env };
  for (const name of Object.keys(environment)) {
    if (name === "DATABASE_URL" || name === "NEXTAUTH_URL" || name.startsWith("KEYSHELF_"))
      delete environment[name];
  }
  return environment;
}

// Two host names, because a browser keeps cookies by host and not by port: both admins can be open in one window.
const addressOf = { main: "http://localhost", agent: "http://127.0.0.1" } as const;

interface Place {
  folder: string;
  port: number;
}

async function openShop(stopping: Stopping, name: Shop["name"], { folder, port }: Place): Promise<Shop> {
  const dataDir = path.join(folder, name, "data");
  mkdirSync(dataDir, { recursive: true });
  const database = await startEmbedded({
    dataDir,
    onCrash: (error) => {
      console.error(`The database of the ${name} site ended: ${error.message}`);
      void stopping.stop().then(() => process.exit(1));
    },
  });
  stopping.add(`the database of the ${name} site`, database.stop);
  const configFile = path.join(folder, name, "config.yaml");
  writeFileSync(
    configFile,
    `# Written by npm run demo.\nsample_shop: ${name === "main"}\ntest_gateway: true\n`,
  );
  const baseUrl = `${addressOf[name]}:${port}`;
  const environment = {
    ...cleanEnvironment(),
    DATABASE_URL: database.url,
    KEYSHELF_CONFIG: configFile,
    KEYSHELF_DATA_DIR: dataDir,
    KEYSHELF_SERVER__HOST: "127.0.0.1",
    KEYSHELF_SERVER__PORT: String(port),
    KEYSHELF_SERVER__BASE_URL: baseUrl,
    // Both sites live on this machine.
    KEYSHELF_INTERCONNECT__ALLOW_PRIVATE_NETWORKS: "true",
    KEYSHELF_LOG__LEVEL: "warn",
  };
  return { name, baseUrl, environment };
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

const oneTimeLines = /^The first admin: |^It is shown this once/;

/** One password for both admins, the same at every start. Only this machine reaches the two shops. */
function passwordOf(folder: string): string {
  const file = path.join(folder, "password.txt");
  if (!existsSync(file)) writeFileSync(file, randomCode(16), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

function serveShop(stopping: Stopping, { name, environment }: Shop): ChildProcess {
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      // Its one-time password is replaced by the demo's own.
      if (line.trim() !== "" && !oneTimeLines.test(line)) console.log(`[${name.padEnd(5)}] ${line}`);
    });
  }
  stopping.add(`the ${name} site`, async () => {
    // A terminal's Ctrl-C has reached it already; a second signal changes nothing.
    if (child.exitCode === null) child.kill("SIGTERM");
    await ended(child);
  });
  return child;
}

async function untilOpen({ name, baseUrl }: Shop, child: ChildProcess): Promise<void> {
  const end = Date.now() + patienceMs;
  while (Date.now() < end) {
    if (child.exitCode !== null)
      throw new StartError(`The ${name} site did not start; the reason stands above.`);
    const answer = await fetch(`${baseUrl}/api/v1/public/config`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new StartError(`The ${name} site did not answer at ${baseUrl} within three minutes.`);
}

interface PairStep {
  password: string;
  input?: string;
}

async function pair({ name, environment }: Shop, { password, input = "" }: PairStep): Promise<string> {
  const child = spawn(process.execPath, ["build/demo-pair.mjs", name], {
    env: { ...environment, DEMO_PASSWORD: password },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(input);
  const [output] = await Promise.all([text(child.stdout), ended(child)]);
  if (child.exitCode !== 0)
    throw new StartError(`Pairing failed on the ${name} site; the reason stands above.`);
  return output;
}

interface Paired {
  /** A product to try. */
  slug: string;
  /** The log-in of both admins, unless a password was chosen there. */
  email: string;
}

const steps = (main: Shop, agent: Shop, { slug, email, password }: Paired & { password: string }) => `
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

/** A main site and an agent site on this machine, each with a database and a data folder of its own. */
export async function demo({ mainPort, agentPort, folder }: DemoOptions): Promise<void> {
  const stopping = new Stopping();
  stopping.listen();
  try {
    const main = await openShop(stopping, "main", { folder, port: mainPort });
    const agent = await openShop(stopping, "agent", { folder, port: agentPort });
    // One after the other: two starts at once would take longer on a small machine.
    await untilOpen(main, serveShop(stopping, main));
    await untilOpen(agent, serveShop(stopping, agent));
    const password = passwordOf(folder);
    const code = await pair(main, { password });
    const paired = JSON.parse(await pair(agent, { password, input: code })) as Paired;
    console.log(steps(main, agent, { ...paired, password }));
  } catch (error) {
    if (stopping.isStopping) return;
    await stopping.stop();
    throw error;
  }
}
