import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import path from "node:path";
import { Argument, Command, InvalidArgumentError } from "commander";
import { db, disconnect } from "@/lib/db/client";
import { buffers } from "./buffers";
import { deliveries } from "./deliveries";
import { desk } from "./desk";
import { files } from "./files";
import { growth } from "./growth";
import { importKeys } from "./import-keys";
import { interconnect } from "./interconnect";
import { licenses } from "./licenses";
import { living } from "./living";
import { members } from "./members";
import { memoryOf } from "./memory";
import { options } from "./options";
import { orders } from "./orders";
import { paint } from "./paint";
import { processes } from "./processes";
import { watchProcessors } from "./processor-time";
import { prepareProfiles, profiled } from "./profile";
import { pages, reads } from "./reads";
import { print, type Result, toJson, type Verdict } from "./report";
import { secrecy } from "./secrecy";
import { type BenchCatalogue, seedCatalogue } from "./seed";
import { openShop, type Shop } from "./shop";
import { soak } from "./soak";
import { printStatements, startCountingStatements } from "./statements";
import { type WayLimits, type WayName, wayNames, ways } from "./ways";

type Flow = (shop: Shop, catalogue: BenchCatalogue) => Promise<Result[]>;
const flows: Record<string, Flow> = {
  reads,
  pages,
  orders,
  deliveries,
  members,
  interconnect,
  licenses,
  files,
  living,
  paint,
  desk,
  secrecy,
  processes,
  import: importKeys,
};

interface Given {
  only?: string[];
  seconds: number;
  sold: number;
  keys: number;
  importKeys: number;
  json?: string;
  profile?: string;
  statements?: boolean;
}

const memoryLimit = 350;

/** A flow leaves jobs behind (mails, expiry), which would be measured with the next one. */
async function untilQuiet(): Promise<void> {
  for (let attempts = 0; attempts < 300; attempts++) {
    const [due] = await db().$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      WHERE t.identifier <> 'bench.nothing' AND (j.is_available AND j.run_at <= now() OR j.locked_at IS NOT NULL)`;
    if (!due?.n) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  console.log("The jobs of the last flow are not done after a minute.");
}

async function memoryVerdict({ pids }: Shop): Promise<Verdict[]> {
  // The benchmark's own connections are processes of the database, and no part of a shop.
  await disconnect();
  const memory = memoryOf(pids);
  if (!memory) return [];
  return [
    {
      name: "memory of server and database after the load",
      value: `${memory.pss.toFixed(0)} MB with shared pages counted once, ${memory.rss.toFixed(0)} MB RSS`,
      target: `<= ${memoryLimit} MB counted once`,
      isMet: memory.pss <= memoryLimit,
    },
  ];
}

function writeJson(results: Result[], json: string): void {
  const machine = {
    processors: availableParallelism(),
    model: cpus()[0]?.model ?? "unknown",
    memory_mb: Math.round(totalmem() / 1024 / 1024),
    node: process.version,
  };
  writeFileSync(path.resolve(json), `${JSON.stringify({ machine, results: toJson(results) }, null, 2)}\n`);
}

async function onShop(given: Given, run: (shop: Shop, catalogue: BenchCatalogue) => Promise<Result[]>) {
  const { seconds, sold, keys, importKeys: importedKeys, profile } = given;
  Object.assign(options, { seconds, sold, keys, importedKeys });
  if (profile) prepareProfiles(path.resolve(profile));
  const shop = await openShop({
    isProfiled: profile !== undefined,
    countsStatements: given.statements ?? false,
  });
  watchProcessors(shop.serverPid, shop.databasePid);
  try {
    const results = await run(shop, await seedCatalogue());
    if (given.json) writeJson(results, given.json);
  } finally {
    await shop.stop();
  }
}

const printed = <T extends Result>(results: T[]): T[] => {
  print(results);
  return results;
};

const measureFlows = (given: Given) =>
  onShop(given, async (shop, catalogue) => {
    console.log(`Benchmark: ${given.seconds} s a flow. Compare shares within one run, never times of two.`);
    const folder = given.profile && path.resolve(given.profile);
    const results: Result[] = [];
    for (const [name, flow] of Object.entries(flows)) {
      if (given.only && !given.only.includes(name)) continue;
      if (given.statements) await startCountingStatements();
      results.push(...printed(await profiled(folder, shop.serverPid, name, () => flow(shop, catalogue))));
      if (given.statements) await printStatements(name);
      await untilQuiet();
    }
    return [...results, ...printed(await memoryVerdict(shop))];
  });

const number = (text: string): number => {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError("It must be a number above 0.");
  return value;
};
const names = (text: string): string[] => {
  const given = text.split(",");
  const unknown = given.find((name) => !(name in flows));
  if (unknown)
    throw new InvalidArgumentError(
      `There is no flow ${unknown}; there are ${Object.keys(flows).join(", ")}.`,
    );
  return given;
};

const program = new Command("npm run bench --").description(
  "Measures the built shop, each flow beside its baseline in the same run.",
);
const command = (name: string, description: string, isDefault = false) =>
  program
    .command(name, { isDefault })
    .description(description)
    .option("--seconds <n>", "how long a flow is measured", number, options.seconds)
    .option("--sold <n>", "keys of each SKU that were sold before", number, options.sold)
    .option("--keys <n>", "free keys of each SKU", number, options.keys)
    .option("--import-keys <n>", "how many keys the import brings", number, options.importedKeys)
    .option("--json <file>", "write the results for programs, too");

command("flows", "what shoppers, gateways, agents and operators do (the default)", true)
  .option("--only <names>", `some of ${Object.keys(flows).join(", ")}`, names)
  .option("--profile <folder>", "write a CPU profile of the shop for each flow")
  .option("--statements", "print what the statements of each flow cost the database")
  .action(measureFlows);
const sizes = (text: string) => text.split(",").map(number);
command("growth", "every list, search, report, export and job as the shop's past grows")
  .option(
    "--sizes <numbers>",
    "orders and keys of the past, the smallest first",
    sizes,
    [1000, 100_000, 1_000_000],
  )
  .option("--only <texts>", 'those whose name holds one of these texts, as "find anything,orders"', (texts) =>
    texts.split(","),
  )
  .action((given: Given & { sizes: number[] }) => {
    const { sizes: wanted, only, ...shop } = given;
    return onShop({ ...shop, sold: 1 }, async (_, catalogue) =>
      printed(await growth(catalogue, wanted, only)),
    );
  });
program
  .command("buffers")
  .description("what shared_buffers of several sizes do for the embedded database, and what they cost")
  .option("--megabytes <numbers>", "the sizes", sizes, [8, 32, 128, 512])
  .option("--past <n>", "orders and keys of the past", number, 1_000_000)
  .option("--seconds <n>", "how long orders are measured", number, options.seconds)
  .action(async (given: { megabytes: number[]; past: number; seconds: number }) => {
    options.seconds = given.seconds;
    await buffers(given.megabytes, given.past);
  });
program
  .command("ways")
  .description("what it takes to open a shop of a release, or of this clone, and to sell its first key")
  .addArgument(new Argument("[ways...]").choices(wayNames).default(wayNames))
  .option("--dist <folder>", "where the release is", "dist")
  .option("--idle-seconds <n>", "how long nobody comes", number, 180)
  .option("--load-seconds <n>", "how long it sells", number, 60)
  .option("--per-second <n>", "orders a second", number, 10)
  .action((names: WayName[], given: WayLimits & { dist: string }) => ways(names, given.dist, given));
command("soak", "a mixed load for a long time")
  .option("--minutes <n>", "for how long", number, 30)
  .option("--rate <n>", "orders a second, four pages with each; without it as many as the shop can", number)
  .action((given: Given & { minutes: number; rate?: number }) =>
    onShop(
      { ...given, keys: Math.max(given.keys, given.minutes * (given.rate ? given.rate * 5 : 1500)) },
      async (shop, catalogue) => printed(await soak(shop, catalogue, given)),
    ),
  );
await program.parseAsync();
