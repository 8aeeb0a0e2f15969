import { execFile } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { unprivilegedAccount } from "@/lib/db/embedded/account";
import { freePort } from "../../../tools/cluster/free-port";

const settings = `
fsync = off
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_buffers = 32MB
max_connections = 60
`;

/** The commands of a page: its indented blocks between this heading and the next one. */
export function commandsOf(page: string, heading: string): string[] {
  const text = readFileSync(path.resolve(page), "utf8");
  const section = text.split(new RegExp(`^#+ ${heading}$`, "m"))[1]?.split(/^#+ /m)[0] ?? "";
  return [...section.matchAll(/(?:^ {4}.*\n)+/gm)].map(([block]) => block.replaceAll(/^ {4}/gm, ""));
}

/** A server of the system's PostgreSQL on which an administrator types the commands of docs/operations.md. */
export class ArchivingPostgres {
  readonly #account = unprivilegedAccount();

  private constructor(
    private readonly bin: string,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(bin: string): Promise<ArchivingPostgres> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "keyshelf-archive-"));
    const server = new ArchivingPostgres(bin, folder, await freePort());
    if (server.#account) await chown(folder, server.#account.uid, server.#account.gid);
    await chmod(folder, 0o711);
    await server.#run(`initdb -D ${server.#primary} -U keyshelf -A trust -E UTF8 --no-sync`);
    appendFileSync(path.join(server.#primary, "postgresql.conf"), settings);
    await server.#run(server.#service("start"));
    await server.#run('psql -c "CREATE DATABASE keyshelf"');
    return server;
  }

  get url(): string {
    return `postgres://keyshelf@127.0.0.1:${this.port}/keyshelf`;
  }

  get #primary(): string {
    return path.join(this.folder, "primary");
  }

  #service(verb: string): string {
    return `pg_ctl -D ${this.#primary} -l ${this.folder}/primary.log -w ${verb}`;
  }

  /** Types the page's commands, with this server's folders, its service and the wanted moment. */
  async type(commands: string, moment = ""): Promise<void> {
    await this.#run(
      commands
        .replaceAll("/srv/", `${this.folder}/`)
        .replaceAll(/systemctl (restart|stop) postgresql/g, (_, verb: string) => this.#service(verb))
        .replaceAll("2026-05-01 03:00:00+00", moment),
    );
  }

  #run(commands: string): Promise<unknown> {
    return promisify(execFile)("sh", ["-ec", commands], {
      ...this.#account,
      cwd: this.folder,
      env: {
        ...process.env,
        PATH: `${this.bin}:${process.env.PATH ?? ""}`,
        PGHOST: "127.0.0.1",
        PGPORT: String(this.port),
        PGUSER: "keyshelf",
        PGDATABASE: "postgres",
      },
    });
  }

  async stop(): Promise<void> {
    for (const name of ["primary", "restored"])
      await this.#run(`pg_ctl -D ${this.folder}/${name} -m immediate stop`).catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }
}
