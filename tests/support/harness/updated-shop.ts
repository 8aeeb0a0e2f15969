import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { variableOf } from "@/lib/config/load-config";
import { version as builtVersion } from "@/lib/config/version";
import { discardDataFolder } from "@/lib/db/embedded/discard";
import { publicKeyOf } from "@/lib/operations/updates/signed-sums";
import type { UpdateStep } from "@/lib/operations/updates/state";
import { readUpdateState, type UpdateState } from "@/lib/operations/updates/update-state";
import { ensureBuild, ensureClient } from "../../../scripts/bootstrap.mjs";
import { type Fault, makeVersion, publishVersion } from "./built-versions";
import { unlimitedBuying } from "./http-buyer";
import { freePort } from "./start-api-server";
import { testShelf } from "./test-server";

const newKey = () =>
  generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();
/** User of the shop; the versions are root's. */
const nobody = 65_534;
const root = path.resolve(import.meta.dirname, "../../..");

const isReadableToAll = () =>
  spawnSync("test", ["-r", path.join(root, "node_modules/next/package.json")], { uid: nobody, gid: nobody })
    .status === 0;

/** A shop with its own database in a folder of versions, a source that it asks, and a service manager that knows it alone. */
export class UpdatedShop {
  readonly #key = newKey();
  readonly #foreignKey = newKey();
  readonly dataDir: string;
  readonly versions: string;
  readonly #source: string;
  readonly #control: string;
  #server: http.Server | undefined;
  #sourcePort = 0;
  #isServing = true;
  #watch: NodeJS.Timeout | undefined;
  #updaters: ChildProcess[] = [];
  admin = { email: "", password: "" };

  private constructor(
    readonly folder: string,
    /** Where the versions lie: `folder`, or a disk of its own. */
    place: string,
    readonly port: number,
  ) {
    this.dataDir = path.join(folder, "data");
    this.versions = path.join(place, "keyshelf");
    this.#source = path.join(folder, "source");
    this.#control = path.join(folder, "control.sh");
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  static async start(place?: string): Promise<UpdatedShop> {
    await ensureClient();
    await ensureBuild();
    mkdirSync(testShelf, { recursive: true });
    const folder = mkdtempSync(path.join(testShelf, "updated-"));
    chmodSync(folder, 0o755);
    const shop = new UpdatedShop(folder, place ?? folder, await freePort());
    const owner = isReadableToAll() ? nobody : 0;
    mkdirSync(shop.dataDir);
    chownSync(shop.dataDir, owner, owner);
    mkdirSync(shop.#source);
    writeFileSync(path.join(folder, "config.yaml"), "");
    await makeVersion(path.join(shop.versions, "versions", builtVersion), builtVersion);
    for (const link of ["current", "updater"])
      symlinkSync(`versions/${builtVersion}`, path.join(shop.versions, link));
    // Process and group of their own: who kills the updater as a service manager does kills all that it started, and not the shop.
    const asOwner = owner === 0 ? "" : `setpriv --reuid=${owner} --regid=${owner} --clear-groups`;
    writeFileSync(
      shop.#control,
      `#!/bin/sh
program='${shop.versions}/current/bin/keyshelf'
cd '${shop.dataDir}'
case $1 in
  start) setsid ${asOwner} "$program" start >> '${folder}/log' 2>&1 < /dev/null & ;;
  stop) ${asOwner} "$program" stop >> '${folder}/log' 2>&1 ;;
esac
`,
      { mode: 0o755 },
    );
    await shop.#serveSource();
    execFileSync(shop.#control, ["start"], { env: shop.#environment() });
    await shop.#untilReady();
    const file = path.join(shop.dataDir, "first-password.txt");
    const [email = "", password = ""] = readFileSync(file, "utf8").split("\n");
    shop.admin = { email, password };
    return shop;
  }

  #environment(): NodeJS.ProcessEnv {
    const foreign = /^(KEYSHELF_|DATABASE_URL$|NEXTAUTH_|NODE_OPTIONS$|VITEST|TEST$|DEV$|PROD$|MODE$)/;
    const settings: Record<string, string> = {
      ...unlimitedBuying,
      "server.host": "127.0.0.1",
      "server.port": String(this.port),
      "server.baseUrl": this.url,
      dataDir: this.dataDir,
      testGateway: "true",
      "payments.allowPrivateNetworks": "true",
      "update.publicKey": publicKeyOf(this.#key),
      "update.feed": `http://127.0.0.1:${this.#sourcePort}/feed.json`,
    };
    return {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
      ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [variableOf(key), value])),
      NODE_ENV: "production",
      // A file of root: the updater takes no other.
      KEYSHELF_CONFIG: path.join(this.folder, "config.yaml"),
    };
  }

  async #serveSource(): Promise<void> {
    this.#server = http.createServer(async (request, response) => {
      const file = path.join(this.#source, path.basename(request.url ?? ""));
      while (file.endsWith(".gz") && !this.#isServing) await sleep(50);
      response.statusCode = existsSync(file) ? 200 : 404;
      response.end(existsSync(file) ? readFileSync(file) : "");
    });
    const server = this.#server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#sourcePort = (server.address() as AddressInfo).port;
  }

  /** Holds archives back, as a slow network does. */
  holdArchives(isHeld: boolean): void {
    this.#isServing = !isHeld;
  }

  async #untilReady(): Promise<void> {
    for (;;) {
      const answer = await fetch(`${this.url}/api/health/ready`).catch(() => null);
      if (answer?.ok) return;
      await sleep(200);
    }
  }

  /** Puts one version into the source, and tells the bytes of its archive; one that is `forged` is signed by somebody else. */
  publish(version: string, fault: Fault & { forged?: boolean } = {}): Promise<number> {
    const key = fault.forged ? this.#foreignKey : this.#key;
    return publishVersion(this.#source, version, fault, { key, feedKey: this.#key });
  }

  /** A command of the version that updates, as its unit or root gives it. */
  beginUpdater(...words: string[]): ChildProcess {
    const args = [...words, "--stop", `${this.#control} stop`, "--start", `${this.#control} start`];
    const child = spawn(path.join(this.versions, "updater/bin/keyshelf"), ["--json", ...args], {
      cwd: this.dataDir,
      env: this.#environment(),
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    });
    child.stderr?.on("data", (chunk) => this.#said.push(String(chunk)));
    this.#updaters.push(child);
    return child;
  }

  readonly #said: string[] = [];
  said = (): string => this.#said.join("");

  async runUpdater(...words: string[]): Promise<UpdateState> {
    await once(this.beginUpdater(...words), "exit");
    const state = await this.state();
    if (!state) throw new Error(`The updater left no state:\n${this.said()}`);
    return state;
  }

  /** Kills the updater and all that it started in the middle of a step, as `kill -9` to its unit does. */
  async killAt(step: UpdateStep, ...words: string[]): Promise<void> {
    const before = (await this.state())?.steps[0]?.at;
    const child = this.beginUpdater(...words);
    const ended = once(child, "exit");
    for (;;) {
      const state = await this.state();
      if (state && state.steps[0]?.at !== before && state.steps.at(-1)?.step === step) break;
      if (child.exitCode !== null) throw new Error(`The updater ended before ${step}:\n${this.said()}`);
      await sleep(5);
    }
    process.kill(-(child.pid ?? 0), "SIGKILL");
    await ended;
  }

  /** Stands for the path unit: starts the updater when the shop asks. */
  serveRequests(): void {
    let isBusy = false;
    this.#watch = setInterval(() => {
      if (isBusy || !existsSync(path.join(this.dataDir, "update/request.json"))) return;
      isBusy = true;
      void this.runUpdater("updater").finally(() => (isBusy = false));
    }, 100);
  }

  state = (): Promise<UpdateState | null> => readUpdateState({ work: path.join(this.versions, "update") });
  current = (): string => path.basename(readlinkSync(path.join(this.versions, "current")));

  /** Version that answers. */
  async served(): Promise<string> {
    await this.#untilReady();
    const answer = await fetch(`${this.url}/api/v1/public/config`);
    return ((await answer.json()) as { data: { version: string } }).data.version;
  }

  log = (): string => readFileSync(path.join(this.folder, "log"), "utf8");

  async stop(): Promise<void> {
    clearInterval(this.#watch);
    for (const child of this.#updaters)
      if (child.exitCode === null && child.signalCode === null && child.pid)
        process.kill(-child.pid, "SIGKILL");
    await new Promise((resolve) => execFile(this.#control, ["stop"], { env: this.#environment() }, resolve));
    this.#server?.close();
    await discardDataFolder(this.dataDir);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
