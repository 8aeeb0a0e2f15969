import parseRange from "range-parser";
import { now } from "../../../core/clock";
import { AppError, notFound } from "../../../core/errors";
import { refusal } from "../../../core/refusals/refusal";
import { db } from "../../../db/client";
import { chargeDownload, findNewestVersions, isRightTo, refundDownload } from "../../sql/downloads";
import { readDownloadToken } from "./download-token";
import type { ByteRange, FilePart } from "./storage/file-storage";
import { findStorage } from "./storage/find-storage";

export interface OpenedDownload {
  name: string;
  etag: string;
  size: number;
  /** The first and the last byte; null for all of it. */
  range: { start: number; end: number } | "unsatisfiable" | null;
  /** Null where only the headers are wanted, and for a range that the file does not have. */
  body: ReadableStream<Uint8Array> | null;
}

interface Asked {
  range: string | null;
  /** An entity tag: another version than this is sent whole. */
  ifRange: string | null;
  /** Only the headers are wanted. */
  isHead: boolean;
}

async function findGrant(token: string) {
  const named = readDownloadToken(token);
  const grant = named && (await db().downloadGrant.findUnique({ where: { id: named.grantId } }));
  const versions = grant ? await findNewestVersions(db(), [grant]) : [];
  const version = versions.find(({ fileId }) => fileId === named?.fileId);
  if (!grant || !version || !isRightTo(grant, version)) throw notFound("download");
  return { grant, version };
}

/** One range, or all: a client that asks for several gets the whole file, as the protocol allows. */
function chooseRange(size: number, etag: string, { range, ifRange }: Asked) {
  if (range === null || (ifRange !== null && ifRange !== etag)) return null;
  const ranges = parseRange(size, range, { combine: true });
  if (ranges === -1) return "unsatisfiable";
  const [only, ...others] = ranges === -2 || ranges.type !== "bytes" ? [] : ranges;
  return only && others.length === 0 ? only : null;
}

/**
 * A delivered file for the holder of its link. What is sent is charged before, in bytes, so that parallel requests cannot
 * get more than was sold; what was not sent after all is given back.
 * @throws AppError `not_found` for a link that is none, `forbidden` when it was ended, is expired or used up
 */
export async function openDownload(token: string, asked: Asked): Promise<OpenedDownload> {
  const { grant, version } = await findGrant(token);
  if (grant.revokedAt) throw new AppError("forbidden", "download_ended");
  if (grant.expiresAt <= now()) throw new AppError("forbidden", "download_expired");
  const size = Number(version.bytes);
  const etag = `"${version.sha256}"`;
  const range = chooseRange(size, etag, asked);
  const sent = range === null ? { start: 0, end: size - 1 } : range;
  const isSent = !asked.isHead && sent !== "unsatisfiable";
  const body = isSent ? await openBody(grant, version, sent) : null;
  return { name: version.name, etag, size, range, body };
}

type Found = Awaited<ReturnType<typeof findGrant>>;

async function openBody(
  grant: Found["grant"],
  version: Found["version"],
  range: ByteRange,
): Promise<ReadableStream<Uint8Array>> {
  const charge = { grantId: grant.id, versionId: version.versionId };
  const bytes = range.end - range.start + 1;
  const budget = version.bytes * BigInt(grant.allowed);
  if (!(await chargeDownload(db(), { ...charge, bytes, budget })))
    throw new AppError("forbidden", refusal("downloads_used", { count: grant.allowed }));
  const giveBack = async (unsent: number) => {
    if (unsent > 0) await refundDownload(db(), { ...charge, bytes: unsent });
  };
  try {
    const part = await (await findStorage(version)).openPart(version.storageKey, range);
    return streamPart(part, bytes, giveBack);
  } catch (error) {
    await giveBack(bytes);
    throw error;
  }
}

/** Bytes at a time for a reader without a buffer of its own. */
const pieceBytes = 256 * 1024;

/** Read as it is wanted and into the reader's own buffer: a slow reader holds one piece in memory and not the file. */
function streamPart(
  part: FilePart,
  bytes: number,
  giveBack: (unsent: number) => Promise<void>,
): ReadableStream<Uint8Array> {
  let left = bytes;
  const end = async () => {
    await part.close();
    await giveBack(left);
  };
  return new ReadableStream({
    type: "bytes",
    autoAllocateChunkSize: pieceBytes,
    async pull(controller) {
      const asked = controller.byobRequest;
      try {
        const filled = await part.fill(asked?.view as Uint8Array);
        left -= filled;
        if (filled > 0) return asked?.respond(filled);
        if (left > 0) throw new Error(`${left} bytes of a stored file are missing`);
        await end();
        controller.close();
        asked?.respond(0);
      } catch (error) {
        await end();
        controller.error(error);
      }
    },
    cancel: end,
  });
}
