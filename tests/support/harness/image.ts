import { execFile, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { endOf } from "./other-container";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../../..");
const has = (program: string) =>
  spawnSync("sh", ["-c", `PATH=$PATH:/usr/sbin command -v ${program}`]).status === 0;

/** Images are built by buildah on a base that debootstrap makes: both need root, and no registry is asked. */
export const canBuildImages = process.getuid?.() === 0 && ["buildah", "debootstrap"].every(has);

/** Release of Debian and the mirror that this machine's own packages come from. */
async function ownDebian(): Promise<{ codename: string; mirror: string }> {
  const { stdout } = await run("apt-get", [
    ...["indextargets", "--format", "$(CODENAME) $(SITE)", "Created-By: Packages", "Component: main"],
  ]);
  const [codename = "", mirror = ""] = stdout.split("\n")[0]?.split(" ") ?? [];
  return { codename, mirror };
}

/** Folder with the smallest Debian of a processor; of another one than ours its packages are unpacked and not set up. */
export async function aDebian(cpu: string, packages: readonly string[] = []): Promise<string> {
  const { codename, mirror } = await ownDebian();
  const folder = path.join(root, ".cache/debian", `${codename}-${cpu}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  await mkdir(path.dirname(folder), { recursive: true });
  const isOurs = cpu === (process.arch === "x64" ? "amd64" : "arm64");
  const options = ["--variant=minbase", `--arch=${cpu}`, ...(isOurs ? [] : ["--foreign"])];
  const include = packages.length > 0 ? [`--include=${packages.join(",")}`] : [];
  // Its mounts end with it.
  const args = ["--mount", "debootstrap", ...options, ...include, codename, draft, mirror];
  await run("unshare", args, { maxBuffer: 64 * 1024 ** 2 });
  const unpack = `cd "${draft}" && for each in var/cache/apt/archives/*.deb; do dpkg-deb --extract "$each" .; done`;
  if (!isOurs) await run("sh", ["-c", unpack]);
  // As the published slim images do.
  for (const place of [
    "usr/share/doc",
    "usr/share/man",
    "usr/share/locale",
    "var/lib/apt/lists",
    "var/cache/apt",
  ])
    await rm(path.join(draft, place), { recursive: true, force: true });
  await rename(draft, folder);
  return folder;
}

export interface Image {
  /** Its files, for every container alike. */
  files: string;
  config: {
    User: string;
    Env: string[];
    Cmd: string[];
    Volumes: Record<string, unknown>;
    Healthcheck: { Test: string[] };
  };
}

/** Builds deploy/Dockerfile in the folder of an unpacked release. `storage` is thrown away with everything in it. */
export async function buildImage(release: string, storage: string): Promise<Image> {
  const buildah = async (...args: string[]) => {
    const places = ["--root", path.join(storage, "root"), "--runroot", path.join(storage, "run")];
    const options = { maxBuffer: 64 * 1024 ** 2 };
    return (await run("buildah", [...places, "--storage-driver", "vfs", ...args], options)).stdout.trim();
  };
  const base = await buildah("from", "scratch");
  await buildah("add", "--quiet", base, await aDebian(process.arch === "x64" ? "amd64" : "arm64"), "/");
  await buildah("commit", "--quiet", "--format", "docker", "--rm", base, "localhost/debian-slim");
  await buildah(
    ...["build", "--isolation", "chroot", "--format", "docker", "--pull-never"],
    ...["--build-arg", "BASE=localhost/debian-slim", "-f", path.join(release, "deploy/Dockerfile")],
    ...["-t", "localhost/keyshelf", release],
  );
  const container = await buildah("from", "--pull-never", "localhost/keyshelf");
  const { Docker } = JSON.parse(await buildah("inspect", container)) as {
    Docker: { config: Image["config"] };
  };
  return { files: await buildah("mount", container), config: Docker.config };
}

const spaces = ["--mount", "--pid", "--ipc", "--fork", "--kill-child"];

/** Does as a runtime that is given `--read-only` and one volume: process numbers, shared memory, names of this machine and files of its own. */
const enter = `
root=$1 data=$2 user=$3; shift 3
mount --bind "$root" "$root" && mount --rbind /dev "$root/dev" && mount -t tmpfs tmpfs "$root/dev/shm" &&
printf '127.0.0.1\\tlocalhost\\n' >"$root/etc/hosts" && mount -t proc proc "$root/proc" && mount --bind "$data" "$root/data" && mount -o remount,bind,ro "$root" &&
exec chroot "--userspec=$user" "$root" /usr/bin/env -i --chdir=/data "$@"`;

export interface RunOptions {
  data: string;
  user?: string;
  environment?: Record<string, string>;
  command?: readonly string[];
}

const variables = (image: Image, environment: Record<string, string>) => [
  ...image.config.Env,
  ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
];

/** A container of the image. */
export function startContainer(image: Image, { data, user, environment = {}, command }: RunOptions) {
  const words = [...variables(image, environment), ...(command ?? image.config.Cmd)];
  return spawn(
    "unshare",
    [...spaces, "sh", "-c", enter, "sh", image.files, data, user ?? image.config.User, ...words],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
}

export const runContainer = (image: Image, options: RunOptions) => endOf(startContainer(image, options));

type Container = ReturnType<typeof startContainer>;

/** First process of a container, by its number outside. */
const firstProcessOf = (container: Container): number =>
  Number(readFileSync(`/proc/${container.pid}/task/${container.pid}/children`, "utf8"));

/** Ends a container with everything in it: `--kill-child` is forgotten when a process becomes another user. */
export function killContainer(container: Container, signal: NodeJS.Signals = "SIGKILL"): void {
  if (container.exitCode !== null || container.signalCode !== null) return;
  process.kill(firstProcessOf(container), signal);
}

/** As `docker exec` does it. */
export function execIn(
  container: Container,
  image: Image,
  command: readonly string[],
  environment: Record<string, string> = {},
) {
  const [uid = "", gid = ""] = image.config.User.split(":");
  return endOf(
    spawn(
      "nsenter",
      [
        ...[
          "--target",
          String(firstProcessOf(container)),
          "--mount",
          "--pid",
          "--ipc",
          "--root",
          "--wd",
          "-S",
          uid,
          "-G",
          gid,
        ],
        ...["/usr/bin/env", "-i", ...variables(image, environment), ...command],
      ],
      { stdio: ["ignore", "pipe", "pipe"] },
    ),
  );
}
