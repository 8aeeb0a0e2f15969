import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { configKeys, variableOf } from "@/lib/config/load-config";

const root = path.resolve(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const known = new Set([...configKeys().keys()].map(variableOf));
const unknownVariables = (text: string) =>
  [...new Set(text.match(/\bKEYSHELF_\w+/g) ?? [])].filter(
    (name) => !known.has(name) && name !== "KEYSHELF_CONFIG" && name !== "KEYSHELF_HOME",
  );
const isRoute = (address: string) => existsSync(path.join(root, "app", address, "route.ts"));

interface Service {
  build?: { context: string; dockerfile: string };
  environment?: Record<string, string>;
  stop_grace_period?: string;
  volumes?: string[];
  depends_on?: Record<string, unknown>;
}

interface Manifest {
  kind: string;
  spec: {
    replicas: number;
    strategy: { type: string };
    template: {
      spec: {
        terminationGracePeriodSeconds: number;
        securityContext: Record<string, unknown>;
        volumes: { name: string }[];
        containers: [
          {
            env: { name: string }[];
            securityContext: { readOnlyRootFilesystem: boolean };
            volumeMounts: { name: string; mountPath: string }[];
          },
        ];
      };
    };
  };
}

/** Places that composeArchive writes (tools/release/compose.ts). */
const isInArchive = new Set(
  "app bin node release.json LICENSE THIRD-PARTY-LICENCES.txt components.cdx.json config.example.yaml".split(
    " ",
  ),
);
const imageUser = 1000;

const composeFiles = readdirSync(path.join(root, "deploy/compose"));
const serviceFiles = [
  "deploy/Dockerfile",
  "deploy/keyshelf.service",
  ...["keyshelf.service", "keyshelf-updater.service"].map((name) => `deploy/versions/${name}`),
  ...composeFiles.map((name) => `deploy/compose/${name}`),
  ...readdirSync(path.join(root, "deploy/kubernetes")).map((name) => `deploy/kubernetes/${name}`),
];

describe("what stands in deploy/", () => {
  it.each(serviceFiles)("sets only what the configuration knows: %s", (file) => {
    expect(unknownVariables(read(file))).toEqual([]);
  });

  it("has docs and sentences that name only variables which the configuration knows", () => {
    const places = ["docs", "lib"].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => /\.(md|ts)$/.test(file) && !/generated/.test(file))
        .map((file) => path.join(folder, file)),
    );
    expect(places.length).toBeGreaterThan(100);
    const inside = /^KEYSHELF_(TEST_\w*|FAILPOINT|SERVING|BUILD_ID|SERVICE_HOST|PORT_8080_TCP)$/;
    for (const place of [...places, "README.md", "config.example.yaml"])
      expect(
        unknownVariables(read(place)).filter((name) => !inside.test(name)),
        place,
      ).toEqual([]);
  });

  it.each(composeFiles)("is a whole compose file: %s", (name) => {
    const folder = path.join(root, "deploy/compose");
    const { services, volumes = {} } = parse(readFileSync(path.join(folder, name), "utf8"), {
      merge: true,
    }) as {
      services: Record<string, Service>;
      volumes: Record<string, unknown>;
    };
    const shops = Object.values(services).filter(({ build }) => build);
    expect(shops.length).toBeGreaterThan(0);
    for (const { build, stop_grace_period, environment } of shops) {
      const context = path.resolve(folder, build?.context ?? "");
      expect(context).toBe(root);
      expect(existsSync(path.join(context, build?.dockerfile ?? ""))).toBe(true);
      expect(Number.parseInt(stop_grace_period ?? "", 10)).toBeGreaterThan(25);
      expect(environment).toHaveProperty("KEYSHELF_SERVER__BASE_URL");
    }
    for (const service of Object.values(services)) {
      for (const other of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(other);
      for (const volume of service.volumes ?? []) {
        const source = volume.split(":")[0] ?? "";
        if (source.startsWith(".")) expect(existsSync(path.resolve(folder, source)), source).toBe(true);
        else expect(volumes).toHaveProperty(source);
      }
    }
  });

  it("makes an image of what is in a release, run by a user without rights, by the command of a release [C114]", () => {
    const text = read("deploy/Dockerfile").replaceAll(/\\\n\s*/g, " ");
    const lines = text.split("\n");
    const copied = lines
      .filter((line) => line.startsWith("COPY "))
      .flatMap((line) => line.split(/\s+/).slice(1, -1));
    expect(copied.filter((place) => !isInArchive.has(place))).toEqual([]);
    expect(lines.findLast((line) => line.startsWith("USER "))).toBe(`USER ${imageUser}:${imageUser}`);
    expect(JSON.parse(/^CMD (\[.*\])$/m.exec(text)?.[1] ?? "[]")).toEqual(["keyshelf", "start"]);
    expect(isRoute(/GET \/(\S+) HTTP/.exec(text)?.[1] ?? "nothing")).toBe(true);
    // The programs of Node and of the database want glibc.
    expect(text).toMatch(/^ARG BASE=debian:\w+-slim$/m);
  });

  it.each(readdirSync(path.join(root, "deploy/kubernetes")))("is a whole Kubernetes manifest: %s", (name) => {
    const parts = parseAllDocuments(read(`deploy/kubernetes/${name}`)).map((each) => {
      expect(each.errors).toEqual([]);
      return each.toJS() as Manifest;
    });
    const { spec } = parts.find(({ kind }) => kind === "Deployment") as Manifest;
    const [shop] = spec.template.spec.containers;
    const text = read(`deploy/kubernetes/${name}`);
    for (const address of text.match(/(?<=path: \/)[\w/]+/g) ?? [])
      expect(isRoute(address), address).toBe(true);
    expect(spec.template.spec.securityContext).toMatchObject({ runAsUser: imageUser, fsGroup: imageUser });
    expect(shop.securityContext.readOnlyRootFilesystem).toBe(true);
    const volumes = spec.template.spec.volumes.map((each) => each.name);
    expect(shop.volumeMounts.map((each) => each.name)).toEqual(volumes);
    expect(shop.volumeMounts[0]?.mountPath).toBe("/data");
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(25);
    // Two pods on one data folder never meet; without one of their own several may.
    const hasDatabase = shop.env.some((each) => each.name === "DATABASE_URL");
    expect([spec.replicas > 1, spec.strategy.type]).toEqual([
      hasDatabase,
      hasDatabase ? "RollingUpdate" : "Recreate",
    ]);
  });

  it("gives Patroni time to renew the leader's lock, and etcd's interface that compares before it writes", () => {
    const { bootstrap, etcd, watchdog } = parse(read("deploy/patroni/patroni.yml")) as {
      bootstrap: {
        dcs: { ttl: number; loop_wait: number; retry_timeout: number; synchronous_mode: boolean };
      };
      etcd?: { hosts: string[] };
      watchdog: { mode: string; safety_margin: number };
    };
    const { ttl, loop_wait, retry_timeout, synchronous_mode } = bootstrap.dcs;
    expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl);
    // A leader whose Patroni hangs is gone before another one is made.
    expect(watchdog.mode).toBe("automatic");
    expect(loop_wait).toBeLessThan(ttl - watchdog.safety_margin);
    expect([synchronous_mode, etcd?.hosts.length]).toEqual([true, 3]);
    expect(read("deploy/patroni/etcd.env")).toMatch(/^ETCD_ENABLE_V2=true$/m);
  });

  it("asks addresses that the shop has", () => {
    expect(isRoute(/health_uri \/(\S+)/.exec(read("deploy/Caddyfile"))?.[1] ?? "nothing")).toBe(true);
  });

  const has = (program: string) =>
    spawnSync("sh", ["-c", `PATH=$PATH:/usr/sbin command -v ${program}`]).status === 0;

  it.skipIf(!has("caddy"))("is a configuration that Caddy takes", () => {
    execFileSync(
      "caddy",
      ["validate", "--adapter", "caddyfile", "--config", path.join(root, "deploy/Caddyfile")],
      {
        env: { ...process.env, DOMAIN: "shop.example.com", SHOPS: "shop-1:8080 shop-2:8080" },
        stdio: "pipe",
      },
    );
  });

  it.skipIf(!has("nginx"))("is a configuration that nginx takes", () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-nginx-"));
    const key = path.join(folder, "key.pem");
    const certificate = path.join(folder, "certificate.pem");
    execFileSync(
      "openssl",
      [
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-keyout",
        key,
        "-out",
        certificate,
        "-days",
        "2",
        "-subj",
        "/CN=x",
      ],
      { stdio: "pipe" },
    );
    const site = read("deploy/nginx.conf")
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
    writeFileSync(path.join(folder, "site.conf"), site);
    writeFileSync(path.join(folder, "main.conf"), `events {}\nhttp { include ${folder}/site.conf; }`);
    const { stderr } = spawnSync(
      "sh",
      ["-c", `PATH=$PATH:/usr/sbin nginx -t -p ${folder} -c ${folder}/main.conf`],
      {
        encoding: "utf8",
      },
    );
    rmSync(folder, { recursive: true, force: true });
    expect(stderr).toContain("syntax is ok");
  });
});
