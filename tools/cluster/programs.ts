import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

const debian = "/usr/lib/postgresql";

/** The system's own PostgreSQL with what makes a standby; the embedded one comes without. */
export function findPostgres(): string | null {
  if (!existsSync(debian)) return null;
  const versions = readdirSync(debian).filter((name) => Number(name) >= 15);
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((name) => path.join(debian, name, "bin"));
  return (
    folders.find((bin) =>
      ["initdb", "pg_basebackup", "pg_rewind", "postgres"].every((name) => existsSync(path.join(bin, name))),
    ) ?? null
  );
}

function onPath(name: string): string | null {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin", "/usr/bin"];
  const found = folders.find((folder) => folder !== "" && existsSync(path.join(folder, name)));
  return found ? path.join(found, name) : null;
}

/** Debian's package for each program that a cluster is made of. */
const packages = {
  caddy: "caddy",
  etcd: "etcd-server",
  openssl: "openssl",
  patroni: "patroni",
  psql: "postgresql-client",
  setpriv: "util-linux",
} as const;

export type ClusterPrograms = Record<keyof typeof packages, string> & {
  /** The folder of PostgreSQL's programs. */
  postgres: string;
};

/** @returns the missing packages, when there are some */
export function findClusterPrograms(): ClusterPrograms | { missing: string[] } {
  const postgres = findPostgres();
  const found = Object.entries(packages).map(([name, from]) => ({ name, from, place: onPath(name) }));
  const missing: string[] = found.filter(({ place }) => place === null).map(({ from }) => from);
  if (!postgres) missing.push("postgresql");
  if (missing.length > 0) return { missing };
  return {
    ...Object.fromEntries(found.map(({ name, place }) => [name, place])),
    postgres,
  } as ClusterPrograms;
}
