import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { unprivilegedAccount } from "@/lib/db/embedded/account";
import { StartError } from "../../server/door/front-door";
import { type Caller, type CallOptions, call } from "./call";
import { Daemon, familyOf, signalAll } from "./daemon";
import {
  type ClusterSettings,
  etcdNodesOf,
  etcdVariables,
  host,
  type NodeName,
  nodeNames,
  type Prepared,
  readPlan,
  writeCluster,
} from "./plan";
import type { ClusterPrograms } from "./programs";

/** Patroni's view of a node. */
interface Member {
  name: NodeName;
  role: "leader" | "sync_standby" | "replica";
  state: string;
  timeline?: number;
}

const patienceMs = 120_000;

/** A process must not see the settings of a developer's own cluster. */
const environment = (folder: string) => ({
  PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
  HOME: folder,
  LC_ALL: "C.UTF-8",
});

/** Three nodes of PostgreSQL under Patroni and etcd, made of the files in deploy/patroni, as processes of this machine. */
export class PatroniCluster {
  readonly #prepared: Prepared;
  readonly #etcds: Daemon[] = [];
  readonly #nodes = new Map<NodeName, Daemon>();
  #isStopping = false;

  private constructor(prepared: Prepared) {
    this.#prepared = prepared;
  }

  /** @param folder is made, and must be open to the account that PostgreSQL runs as */
  static async start(
    folder: string,
    programs: ClusterPrograms,
    settings: ClusterSettings = {},
  ): Promise<PatroniCluster> {
    await mkdir(folder, { recursive: true, mode: 0o711 });
    const prepared = {
      folder,
      programs,
      account: unprivilegedAccount(),
      plan: await readPlan(folder),
      settings,
    };
    await writeCluster(prepared);
    const cluster = new PatroniCluster(prepared);
    try {
      for (const name of etcdNodesOf(settings)) cluster.#startEtcd(name);
      await cluster.#until("etcd", () => cluster.#etcdAnswers());
      for (const name of nodeNames) cluster.startNode(name);
      await cluster.#until("A leader", async () => {
        cluster.#requireRunning();
        return cluster.leader();
      });
      await cluster.whole();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** The file with which a shop checks whom it is talking to. */
  get authority(): string {
    return path.join(this.#prepared.folder, "tls", "ca.crt");
  }

  /** All three hosts, in the order in which they are tried. */
  get url(): string {
    const { ports, passwords } = this.#prepared.plan;
    const hosts = nodeNames.map((name) => `${host}:${ports[name].database}`).join(",");
    return `postgres://keyshelf:${passwords.shop}@${hosts}/keyshelf?sslmode=verify-full&sslrootcert=${this.authority}`;
  }

  get #caller(): Caller {
    const { folder, plan } = this.#prepared;
    return { certificates: path.join(folder, "tls"), auth: `patroni:${plan.passwords.patroni}` };
  }

  /** Where things are, for a person. */
  describe(name: NodeName) {
    const { ports } = this.#prepared.plan;
    return {
      pid: this.#nodes.get(name)?.pid ?? 0,
      server: this.#server(name) ?? 0,
      database: `${host}:${ports[name].database}`,
      api: `https://${host}:${ports[name].api}`,
      etcd: `https://${host}:${ports[name].etcd}`,
      config: path.join(this.#prepared.folder, name, "config.yml"),
    };
  }

  #launch(
    name: NodeName,
    log: string,
    program: string,
    args: string[],
    env: Record<string, string> = {},
  ): Daemon {
    const { folder, programs, account } = this.#prepared;
    const own = path.join(folder, name);
    return new Daemon({
      setpriv: programs.setpriv,
      program,
      args,
      env: { ...environment(own), ...env },
      account,
      folder: own,
      log: path.join(own, log),
    });
  }

  #startEtcd(name: NodeName): void {
    this.#etcds.push(
      this.#launch(name, "etcd.log", this.#prepared.programs.etcd, [], etcdVariables(this.#prepared, name)),
    );
  }

  startNode(name: NodeName): void {
    const { programs, settings } = this.#prepared;
    const node = this.#launch(name, "patroni.log", programs.patroni, ["config.yml"]);
    this.#nodes.set(name, node);
    if (settings.restartAfterMs === undefined) return;
    const again = () => this.#isStopping || this.startNode(name);
    void node.exited.then(() => setTimeout(again, settings.restartAfterMs).unref());
  }

  async #until<T>(what: string, ask: () => Promise<T | null | false>): Promise<T> {
    const end = Date.now() + patienceMs;
    for (;;) {
      const found = await ask();
      if (found) return found;
      if (Date.now() > end)
        throw new Error(`${what} was not there after ${patienceMs / 1000} s; see ${this.#prepared.folder}`);
      await sleep(200);
    }
  }

  /** @throws StartError when one ended before the cluster was there */
  #requireRunning(): void {
    const dead = [...this.#etcds, ...this.#nodes.values()].find(({ isRunning }) => !isRunning);
    if (dead)
      throw new StartError(
        `A program of the cluster ended at once; ${dead.log} says why. Its folder must be open to the account that runs it.`,
      );
  }

  async #etcdAnswers(): Promise<boolean> {
    this.#requireRunning();
    const { plan, settings } = this.#prepared;
    const answers = await Promise.all(
      etcdNodesOf(settings).map((name) => call(this.#caller, plan.ports[name].etcd, "/health")),
    );
    return answers.every((answer) => answer?.status === 200);
  }

  #ask(name: NodeName, address: string, options: CallOptions = {}) {
    return call(this.#caller, this.#prepared.plan.ports[name].api, address, options);
  }

  /** The node that holds the leader's lock and takes writes. */
  async leader(): Promise<NodeName | null> {
    for (const name of nodeNames) if ((await this.#ask(name, "/primary"))?.status === 200) return name;
    return null;
  }

  async members(): Promise<Member[]> {
    const leader = await this.leader();
    const answer = leader ? await this.#ask(leader, "/cluster") : null;
    return answer?.status === 200 ? (JSON.parse(answer.text) as { members: Member[] }).members : [];
  }

  /** A leader with two standbys that follow it, one of them synchronous when it is to be. */
  whole(): Promise<Member[]> {
    const isSynchronous = this.#prepared.settings.dcs?.synchronous_mode ?? true;
    return this.#until("The whole cluster", async () => {
      const members = await this.members();
      const timeline = members.find(({ role }) => role === "leader")?.timeline;
      const isWhole =
        members.length === nodeNames.length &&
        members.every(
          (member) => ["running", "streaming"].includes(member.state) && member.timeline === timeline,
        ) &&
        (!isSynchronous || members.some(({ role }) => role === "sync_standby"));
      return isWhole && members;
    });
  }

  /** Another leader than this one. */
  succeeded(former: NodeName): Promise<NodeName> {
    return this.#until("A new leader", async () => {
      const found = await this.leader();
      return found !== former && found;
    });
  }

  #family(name: NodeName): number[] {
    const patroni = this.#nodes.get(name);
    const server = this.#server(name);
    return [
      ...(patroni?.isRunning ? familyOf(patroni.pid) : []),
      ...(server === null ? [] : familyOf(server)),
    ];
  }

  /** PostgreSQL's first process; `null`: it is not running. A file that was left behind may name somebody else. */
  #server(name: NodeName): number | null {
    const data = path.join(this.#prepared.folder, name, "postgres");
    try {
      const pid = Number(readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0]);
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(data) ? pid : null;
    } catch {
      return null;
    }
  }

  /** As when a host loses its power: Patroni and PostgreSQL are gone in the same moment. */
  async kill(name: NodeName): Promise<void> {
    signalAll(this.#family(name), "SIGKILL");
    await this.#nodes.get(name)?.exited;
  }

  /** As when a virtual machine is halted: nothing answers, and everything is still there. */
  freeze(name: NodeName): void {
    signalAll(this.#family(name), "SIGSTOP");
  }

  thaw(name: NodeName): void {
    signalAll(this.#family(name), "SIGCONT");
  }

  /** As an operator does it for maintenance, who asks again when Patroni was not ready. @returns the new leader */
  async switchOver(): Promise<NodeName> {
    const former = (await this.whole()).find(({ role }) => role === "leader")?.name;
    return this.#until("The switchover", async () => {
      const members = await this.members();
      const leader = members.find(({ role }) => role === "leader")?.name;
      if (!leader || leader !== former) return leader ?? null;
      const standbys = members.filter(({ role }) => role !== "leader");
      const candidate = (standbys.find(({ role }) => role === "sync_standby") ?? standbys[0])?.name;
      await this.#ask(leader, "/switchover", { method: "POST", body: { leader, candidate } });
      return null;
    });
  }

  /** The standbys first: otherwise the leader that stops would be replaced. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const name of nodeNames) this.thaw(name);
    const leader = await this.leader();
    const rest = [...this.#nodes].filter(([name]) => name !== leader);
    await Promise.all(rest.map(([name]) => this.#stopNode(name)));
    if (leader) await this.#stopNode(leader);
    // Its log is on the disk; the last leader would wait for somebody to hand over to.
    await Promise.all(this.#etcds.map((etcd) => etcd.stop(1_000)));
  }

  async #stopNode(name: NodeName): Promise<void> {
    await this.#nodes.get(name)?.stop(15_000);
    // Patroni stops its server, unless it was just starting it.
    const end = Date.now() + 5_000;
    for (let pid = this.#server(name); pid !== null; pid = this.#server(name)) {
      signalAll(Date.now() < end ? [pid] : familyOf(pid), Date.now() < end ? "SIGINT" : "SIGKILL");
      await sleep(100);
    }
  }
}
