import { randomBytes } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import {
  chmod,
  chown,
  link,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  statfs,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { codeOf } from "../../core/process/thrown";
import { memberOf } from "../../core/shapes/records";
import { type Account, isRoot, unprivilegedAccount } from "./account";
import { EmbeddedError, fileProblem } from "./embedded-error";

/** Content of `<dataDir>/database.json`. */
interface Remembered {
  password: string;
  /** The cluster's folder, where it is not `<dataDir>/postgres`. */
  directory: string | null;
}

export interface Place extends Remembered {
  /** The data folder of the shop. */
  dataDir: string;
  cluster: string;
  /** Where the server's programs are kept. */
  shelf: string;
  account: Account;
  isNew: boolean;
}

/** Root's data folder may be closed to every other account, and changing its mode is not ours to do. */
const rootShelf = "/var/lib/keyshelf";
const leastFreeBytes = 200 * 1024 * 1024;

/** @returns null when the file is damaged */
export function parseRemembered(text: string): Remembered | null {
  try {
    const stored: unknown = JSON.parse(text);
    const [password, directory] = [memberOf(stored, "password"), memberOf(stored, "directory")];
    const isWhole = typeof password === "string" && (directory === null || typeof directory === "string");
    return isWhole ? { password, directory } : null;
  } catch {
    return null;
  }
}

async function remember(dataDir: string): Promise<{ remembered: Remembered; isNew: boolean }> {
  const file = path.join(dataDir, "database.json");
  const found = await readFile(file, "utf8").catch(() => null);
  if (found !== null) {
    const remembered = parseRemembered(found);
    if (remembered) return { remembered, isNew: false };
    throw new EmbeddedError(`${file} is damaged. Restore it from a copy: it says where the database is.`);
  }
  const inside = existsSync(path.join(dataDir, "postgres", "PG_VERSION"));
  const remembered: Remembered = {
    password: randomBytes(24).toString("hex"),
    directory: isRoot() && !inside ? path.join(rootShelf, randomBytes(8).toString("hex")) : null,
  };
  const draft = `${file}.${randomBytes(4).toString("hex")}`;
  await writeFile(draft, `${JSON.stringify(remembered, null, 2)}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
    return { remembered, isNew: true };
  } catch (error) {
    // Another process was faster; what it wrote counts.
    if (codeOf(error) === "EEXIST") return remember(dataDir);
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The owner of a cluster that another account made is the account to run it as. */
function accountOf(cluster: string): Account {
  if (!isRoot()) return undefined;
  const { uid, gid } = existsSync(cluster) ? statSync(cluster) : { uid: 0, gid: 0 };
  return uid > 0 ? { uid, gid } : unprivilegedAccount();
}

/** A cluster outside knows whose it is, so that a copied data folder does not open the original's database. */
async function checkOwner(cluster: string, dataDir: string): Promise<void> {
  const file = `${cluster}.owner`;
  const owner = (await readFile(file, "utf8").catch(() => "")).trim();
  if (owner === dataDir) return;
  if (owner) {
    const other = await readFile(path.join(owner, "database.json"), "utf8").catch(() => "");
    if (other.includes(cluster)) {
      throw new EmbeddedError(
        `${dataDir} is a copy of ${owner}, and both name the same database. ` +
          `Delete ${path.join(dataDir, "database.json")} for an empty one, or remove the original.`,
      );
    }
  }
  await writeFile(`${file}.${process.pid}`, `${dataDir}\n`, { mode: 0o600 });
  await rename(`${file}.${process.pid}`, file);
}

async function checkSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < leastFreeBytes) {
    throw new EmbeddedError(
      `The disk that holds ${folder} is full: ${Math.floor(free / 1024 / 1024)} MB are left and the database needs ` +
        `${leastFreeBytes / 1024 / 1024} MB to start. Free some space and start again; nothing is lost.`,
    );
  }
}

/** Finds, or decides on the first start, where the database of this data folder stands and whom it runs as. */
export async function findPlace(wanted: string): Promise<Place> {
  try {
    await mkdir(wanted, { recursive: true });
    const dataDir = await realpath(wanted);
    await checkSpace(dataDir);
    const { remembered, isNew } = await remember(dataDir);
    const cluster = remembered.directory ?? path.join(dataDir, "postgres");
    const shelf = isRoot() ? rootShelf : dataDir;
    if (remembered.directory && !isRoot()) {
      throw new EmbeddedError(
        `The database of ${dataDir} was made by root and stands in ${remembered.directory}. ` +
          "Start Keyshelf as root again, or set database.url.",
      );
    }
    const made = await mkdir(shelf, { recursive: true, mode: isRoot() ? 0o755 : 0o700 });
    // The umask has its say in the mode, and the server's account has to pass.
    if (made && isRoot()) await chmod(shelf, 0o755);
    await checkSpace(shelf);
    if (remembered.directory) await checkOwner(cluster, dataDir);
    return { ...remembered, dataDir, cluster, shelf, account: accountOf(cluster), isNew };
  } catch (error) {
    throw fileProblem(error, wanted);
  }
}

/** For the holder of the data folder: folders of a first start that was cut off, which were never anybody's database. */
export async function removeHalfDone(place: Place): Promise<void> {
  const parent = path.dirname(place.cluster);
  const name = `${path.basename(place.cluster)}.new-`;
  for (const entry of await readdir(parent)) {
    if (entry.startsWith(name)) {
      // Its initdb may have outlived it by a moment and still be writing; what stays goes with the next first start.
      await rm(path.join(parent, entry), { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
    }
  }
}

export async function giveTo(account: Account, folder: string): Promise<void> {
  if (account) await chown(folder, account.uid, account.gid);
}
