import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { cpuOf, machinePackages, node, type Target } from "./targets";

interface Locked {
  version: string;
  integrity?: string;
  cpu?: string[];
}
export type Lock = Readonly<Record<string, Locked>>;

export function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name].on("data", (chunk: Buffer) => {
        output[name] += chunk.toString();
      });
    child.on("error", (error) => reject(new Error(`${command} could not be run: ${error.message}`)));
    child.on("close", (code) =>
      code === 0
        ? resolve(output.stdout)
        : reject(
            new Error(
              `${output.stderr.slice(-4_000)}\n${[command, ...args].join(" ")} ended with code ${code}.`,
            ),
          ),
    );
  });
}

const packageOfNode = (target: Target) => `node-${target}`;

/** The packages of one system, each with the hash that npm has to find. @throws when our lock file leaves one open */
export function lockOf(target: Target, lock: Lock, withNode: boolean): Record<string, Locked> {
  const found = Object.fromEntries(
    machinePackages(target).map((name) => {
      const locked = lock[`node_modules/${name}`];
      if (!locked?.integrity) throw new Error(`package-lock.json has no hash of ${name}.`);
      return [name, { version: locked.version, integrity: locked.integrity }];
    }),
  );
  if (withNode) found[packageOfNode(target)] = { version: node.version, integrity: node.integrity[target] };
  return found;
}

/**
 * Lets npm fetch and check what only this system has, whatever system this one is: nothing is compiled.
 * @returns the folder with `node_modules`
 */
export async function fetchMachineCode(
  target: Target,
  lock: Lock,
  { withNode, folder }: { withNode: boolean; folder: string },
): Promise<string> {
  const wanted = lockOf(target, lock, withNode);
  const dependencies = Object.fromEntries(
    Object.entries(wanted).map(([name, { version }]) => [name, version]),
  );
  const packages = Object.fromEntries(
    Object.entries(wanted).map(([name, locked]) => [`node_modules/${name}`, locked]),
  );
  const head = { name: "keyshelf-machine-code", version: "1.0.0" };
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, "package.json"),
    JSON.stringify({ ...head, private: true, dependencies }),
  );
  await writeFile(
    path.join(folder, "package-lock.json"),
    JSON.stringify({
      ...head,
      lockfileVersion: 3,
      requires: true,
      packages: { "": { ...head, dependencies }, ...packages },
    }),
  );
  const system = ["--os=linux", `--cpu=${cpuOf(target)}`, "--libc=glibc"];
  await run("npm", ["ci", ...system, "--ignore-scripts", "--no-audit", "--no-fund"], folder);
  return folder;
}

export const programOfNode = (installed: string, target: Target) =>
  path.join(installed, "node_modules", packageOfNode(target));
