import { spawn, spawnSync } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");
const pidAndMemory = ["--pid", "--ipc", "--fork", "--kill-child", "--mount-proc"];

/** A network of its own, with the loopback that every container has: a new one's is down (SIOCSIFFLAGS, IFF_UP). Debian has perl. */
const ownNetwork = [
  ...["--net", "perl", "-e"],
  'socket(my $s, 2, 2, 0); my $up = pack("a16 s x22", "lo", 1); ioctl($s, 0x8914, $up) or die "$!"; exec @ARGV',
];

/** Namespaces need root, and a kernel that has them. */
export const canMakeContainers = spawnSync("unshare", [...pidAndMemory, ...ownNetwork, "true"]).status === 0;

export interface ContainerOptions {
  /** False: on the host's network. */
  hasOwnNetwork?: boolean;
  environment?: Record<string, string>;
}

/** A program of this project with process numbers, shared memory and (unless told otherwise) a network of its own. */
export function inContainer(
  args: string[],
  { hasOwnNetwork = true, environment = {} }: ContainerOptions = {},
) {
  const foreign = /^(KEYSHELF_|DATABASE_URL$|NODE_OPTIONS$|VITEST)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
  return spawn(
    "unshare",
    [...pidAndMemory, ...(hasOwnNetwork ? ownNetwork : []), process.execPath, ...args],
    {
      cwd: root,
      env: { ...env, NODE_ENV: "test", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
}

/** Output of a child until it ended. */
export function endOf(
  child: ReturnType<typeof inContainer>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })));
}
