import { spawn } from "node:child_process";
import { createReadStream, createWriteStream } from "node:fs";
import { chmod, copyFile, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { fetch } from "undici";
import { codeOf, messageOf } from "../../core/process/thrown";
import { problem } from "../../core/refusals/refusal";
import { readArchiveName, UpdateError, verifyArchive } from "./signed-sums";
import { incomingOf, readRelease, type Versions } from "./versions";

/** Twice what a release may have (tools/release/targets.ts). */
const maxArchiveBytes = 210_000_000;
const downloadMs = 60 * 60_000;

const downloadsOf = ({ work }: Versions) => path.join(work, "download");

async function emptyDownloads(versions: Versions): Promise<string> {
  const folder = downloadsOf(versions);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export const dropDownloads = (versions: Versions): Promise<void> =>
  rm(downloadsOf(versions), { recursive: true, force: true });

const atMost = (bytes: number, name: string) => {
  let left = bytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.byteLength;
      if (left < 0) done(new UpdateError(problem("update_too_large", { name })));
      else done(null, chunk);
    },
  });
};

async function download(url: URL, to: string): Promise<void> {
  const name = path.basename(to);
  const failed = (reason: string, cause?: unknown) =>
    new UpdateError(problem("update_download", { name, reason }), { cause });
  // Its list of sums is signed, so it may be led to another host.
  const answer = await fetch(url, { signal: AbortSignal.timeout(downloadMs) }).catch((error: unknown) => {
    throw failed(messageOf(error instanceof Error ? (error.cause ?? error) : error), error);
  });
  if (!answer.ok || !answer.body) throw failed(`HTTP ${answer.status}`);
  await pipeline(Readable.fromWeb(answer.body), atMost(maxArchiveBytes, name), createWriteStream(to)).catch(
    (error: unknown) => {
      throw error instanceof UpdateError || codeOf(error) === "ENOSPC"
        ? error
        : failed(messageOf(error), error);
    },
  );
}

/** Fetches an archive with its signed sums from a folder of the update source. @throws UpdateError */
export async function downloadRelease(versions: Versions, folder: URL, name: string): Promise<string> {
  const to = await emptyDownloads(versions);
  for (const file of [...readArchiveName(name).beside, name])
    await download(new URL(file, folder), path.join(to, file));
  return path.join(to, name);
}

/** Copies an archive with its signed sums to where nobody else changes it between the check and the unpacking. @throws UpdateError */
export async function copyRelease(versions: Versions, archive: string): Promise<string> {
  const name = path.basename(archive);
  const to = await emptyDownloads(versions);
  for (const file of [...readArchiveName(name).beside, name])
    await copyFile(path.join(path.dirname(archive), file), path.join(to, file)).catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") throw new UpdateError(problem("release_without", { file }));
      throw error;
    });
  return path.join(to, name);
}

/** A program that reads no further. */
const goneEarly = new Set(["EPIPE", "ERR_STREAM_PREMATURE_CLOSE"]);

async function unpack(archive: string, folder: string): Promise<void> {
  const args = ["--extract", "--strip-components=1", "--no-same-owner", "--same-permissions"];
  const tar = spawn("tar", [...args, "--directory", folder], {
    stdio: ["pipe", "ignore", "pipe"],
  });
  let said = "";
  tar.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
  });
  const ended = new Promise<void>((resolve, reject) => {
    tar.on("error", reject);
    tar.on("close", (code) => (code === 0 ? resolve() : reject(new Error(said.trim() || `tar: ${code}`))));
  });
  try {
    await Promise.all([pipeline(createReadStream(archive), createGunzip(), tar.stdin), ended]);
  } catch (error) {
    await ended.catch((reason: unknown) => {
      if (/No space left/.test(messageOf(reason))) throw new UpdateError(problem("update_disk_full"));
      throw new UpdateError(problem("update_unpack", { reason: messageOf(reason) }), { cause: reason });
    });
    // It has read the end of the archive, and left before what pads it was written.
    if (goneEarly.has(codeOf(error) ?? "")) return;
    throw new UpdateError(problem("update_unpack", { reason: messageOf(error) }), { cause: error });
  }
}

/** Puts a release among the versions once its signature is proved and it holds what it is called. @throws UpdateError */
export async function takeRelease(versions: Versions, archive: string, publicKey: string): Promise<void> {
  await verifyArchive(archive, publicKey);
  const { version } = readArchiveName(path.basename(archive));
  const incoming = incomingOf(versions);
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming);
  await chmod(incoming, 0o755);
  await unpack(archive, incoming);
  const { version: held, system } = await readRelease(incoming);
  if (held !== version || system !== `linux-${process.arch}`)
    throw new UpdateError(problem("release_other", { version: held, system }));
  const folder = versions.folderOf(version);
  await rm(folder, { recursive: true, force: true });
  await rename(incoming, folder);
  await dropDownloads(versions);
}
