// Installs what the tests need beside npm's packages, on a bare Debian machine; elsewhere the tests that need it are skipped.
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { root, StopError } from "../bootstrap.mjs";
import { findFaketime } from "./moved-day.mjs";

const isThere = (name) =>
  (process.env.PATH ?? "").split(path.delimiter).some((folder) => existsSync(path.join(folder, name)));
const hasServer = () =>
  existsSync("/usr/lib/postgresql") &&
  readdirSync("/usr/lib/postgresql").some((version) =>
    existsSync(`/usr/lib/postgresql/${version}/bin/initdb`),
  );

const chromiums = ["chromium-headless-shell", "chromium"];

/** `isNeeded`: without it the run fails; without the others their tests are skipped. */
const programs = [
  {
    packages: [chromiums[0]],
    isMissing: () => !process.env.CHROMIUM_PATH && !isThere(chromiums[0]),
    // The whole browser draws its window too, which takes the processors half as long again.
    isNeeded: !chromiums.some(isThere),
  },
  { packages: ["libfaketime"], isMissing: () => !findFaketime(), isNeeded: true },
  // The clients of docs/interconnect.md.
  { packages: ["php-cli", "php-curl", "golang-go"], isMissing: () => !isThere("php") || !isThere("go") },
  // The client that openapi-generator writes for PHP: in the long tier alone.
  {
    packages: ["php-guzzlehttp-guzzle", "php-mbstring"],
    isMissing: () => process.argv.includes("--long") && !existsSync("/usr/share/php/GuzzleHttp/autoload.php"),
  },
  // A connection pooler, a fail-over, and a cluster under Patroni.
  { packages: ["pgbouncer"], isMissing: () => !isThere("pgbouncer") },
  {
    packages: ["patroni", "etcd-server", "postgresql"],
    isMissing: () => !isThere("patroni") || !isThere("etcd") || !hasServer(),
  },
  // The image of a release is built and started, and the archive for ARM opened: in the long tier alone.
  {
    packages: ["buildah", "debootstrap", "qemu-user-static"],
    isMissing: () =>
      process.argv.includes("--long") &&
      ["buildah", "debootstrap", "qemu-aarch64-static"].some((name) => !isThere(name)),
  },
  // The examples of deploy/ are read by the programs that they are for.
  { packages: ["caddy", "nginx-light"], isMissing: () => !isThere("caddy") || !isThere("nginx") },
];

/** Runs a command without a word. @returns whether it succeeded, and the end of what it said */
function quietly(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const keep = (chunk) => {
      output = (output + chunk).slice(-4000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => resolve({ isDone: false, output: error.message }));
    child.on("close", (code) => resolve({ isDone: code === 0, output }));
  });
}

async function installPackages() {
  const missing = programs.filter(({ isMissing }) => isMissing());
  if (missing.length === 0 || !isThere("apt-get")) return;
  const options = ["-y", "-qq", "--no-install-recommends"];
  await quietly("apt-get", ["update", "-qq"]);
  const all = missing.flatMap(({ packages }) => packages);
  if (!(await quietly("apt-get", ["install", ...options, ...all])).isDone) {
    // One package that cannot be had must not take the others with it.
    for (const { packages } of missing) await quietly("apt-get", ["install", ...options, ...packages]);
  }
  // Their tests start servers of their own.
  if (isThere("systemctl")) await quietly("systemctl", ["disable", "--now", "etcd", "patroni"]);
  for (const { packages, isMissing, isNeeded } of missing) {
    if (!isMissing()) continue;
    if (isNeeded) throw new StopError(`${packages.join(", ")} could not be installed.`);
    console.log(`${packages.join(", ")} could not be installed: their tests are skipped.`);
  }
}

/** Calls the API by its own description (tests/e2e/schemathesis.test.ts). */
async function installJudge() {
  const folder = path.join(root, ".cache/schemathesis");
  if (existsSync(path.join(folder, "bin/schemathesis"))) return;
  const wanted = path.join(root, "tests/schemathesis/requirements.txt");
  const steps = [
    ["python3", ["-m", "venv", folder]],
    [path.join(folder, "bin/pip"), ["install", "-q", "--disable-pip-version-check", "-r", wanted]],
  ];
  for (const [command, args] of steps) {
    if ((await quietly(command, args)).isDone) continue;
    rmSync(folder, { recursive: true, force: true });
    console.log("Schemathesis could not be installed (python3 with venv, PyPI): its test is skipped.");
    return;
  }
}

/** Makes a client of the description (tests/api/description/generated-clients.test.ts). */
async function installGenerator() {
  const folder = path.join(root, ".cache/generators/typescript");
  if (existsSync(path.join(folder, "node_modules"))) return;
  mkdirSync(folder, { recursive: true });
  copyFileSync(
    path.join(root, "tests/generators/typescript/package.json"),
    path.join(folder, "package.json"),
  );
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--silent", "--prefix", folder];
  if ((await quietly("npm", ["install", ...options])).isDone) return;
  rmSync(folder, { recursive: true, force: true });
  console.log("The generator of clients could not be installed (npm): its test is skipped.");
}

export const installPrograms = () => Promise.all([installPackages(), installJudge(), installGenerator()]);
