import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { ProblemError } from "../../core/refusals/noted";
import { problem } from "../../core/refusals/refusal";

/** A release cannot be taken: its problem says why. */
export class UpdateError extends ProblemError {
  override readonly name = "UpdateError";
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** As `sha256sum` writes and checks them; `release` says of which version the files are, so that an older one passes for no other. */
export const writeSums = (release: string, sums: ReadonlyMap<string, string>): string =>
  [`# ${release}`, ...[...sums].map(([name, sum]) => `${sum}  ${name}`), ""].join("\n");

/** @throws UpdateError for a key that is no Ed25519 key */
export function signSums(text: string, privateKey: string): string {
  return sign(null, Buffer.from(text), readPrivateKey(privateKey)).toString("base64");
}

function readPrivateKey(pem: string): KeyObject {
  const key = tryTo(() => createPrivateKey(pem));
  if (key?.asymmetricKeyType !== "ed25519") throw new UpdateError(problem("release_key"));
  return key;
}

/** In the form of `update.public_key`. */
export const publicKeyOf = (privateKey: string): string =>
  createPublicKey(readPrivateKey(privateKey)).export({ format: "der", type: "spki" }).toString("base64");

const tryTo = <T>(act: () => T): T | null => {
  try {
    return act();
  } catch {
    return null;
  }
};

/** Whether the owner of `update.public_key` signed just this text. */
export function isSigned(text: string, signature: string, publicKey: string): boolean {
  const key = tryTo(() =>
    createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" }),
  );
  return key !== null && verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
}

const readBeside = (file: string, maxBytes: number) =>
  readFile(file, "utf8").then(
    (text) => text.slice(0, maxBytes),
    () => {
      throw new UpdateError(problem("release_without", { file: path.basename(file) }));
    },
  );

export interface VerifiedArchive {
  release: string;
  sha256: string;
}

const archiveName =
  /^(keyshelf-(\d+\.\d+\.\d+(?:-[0-9a-z.]+)?))(?:-linux-(?:x64|arm64)(?:-with-node)?\.tar\.gz|\.tgz)$/;

/** Version that an archive is called by, with the names of its list of sums and of that list's signature. @throws UpdateError */
export function readArchiveName(name: string): { release: string; version: string; beside: string[] } {
  const [, release, version] = archiveName.exec(name) ?? [];
  if (release === undefined || version === undefined)
    throw new UpdateError(problem("release_name", { name }));
  return { release, version, beside: [`${release}.sha256`, `${release}.sha256.sig`] };
}

/**
 * Proves that an archive is what the owner of the private key released: its list of sums, beside it, is signed, and the archive is in it.
 * @throws UpdateError
 */
export async function verifyArchive(archive: string, publicKey: string): Promise<VerifiedArchive> {
  const name = path.basename(archive);
  const { release } = readArchiveName(name);
  const sums = path.join(path.dirname(archive), `${release}.sha256`);
  const file = path.basename(sums);
  const text = await readBeside(sums, 10_000);
  if (!isSigned(text, await readBeside(`${sums}.sig`, 1_000), publicKey))
    throw new UpdateError(problem("release_not_signed", { file }));
  const [head = "", ...lines] = text.split("\n");
  const listed = lines.map((line) => line.split("  ")).find(([, file]) => file === name)?.[0];
  if (head !== `# ${release}` || listed === undefined)
    throw new UpdateError(problem("release_not_listed", { file, name }));
  const sha256 = await sha256Of(archive);
  if (sha256 !== listed)
    throw new UpdateError(problem("release_changed", { name, found: sha256, signed: listed }));
  return { release, sha256 };
}
