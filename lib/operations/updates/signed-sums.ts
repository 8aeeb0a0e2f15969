import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";

/** A release is not what its maker signed. One sentence. */
export class UpdateError extends Error {
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
  if (key?.asymmetricKeyType !== "ed25519")
    throw new UpdateError(
      "The key file holds no Ed25519 private key: openssl genpkey -algorithm ed25519 -out KEYFILE",
    );
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

function isSigned(text: string, signature: string, publicKey: string): boolean {
  const key = tryTo(() =>
    createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" }),
  );
  return key !== null && verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
}

const readBeside = (file: string, maxBytes: number) =>
  readFile(file, "utf8").then(
    (text) => text.slice(0, maxBytes),
    () => {
      throw new UpdateError(`${file} is missing: it belongs beside the archive.`);
    },
  );

export interface VerifiedArchive {
  release: string;
  sha256: string;
}

/**
 * Proves that an archive is what the owner of the private key released: its list of sums, beside it, is signed, and the archive is in it.
 * @throws UpdateError
 */
export async function verifyArchive(archive: string, publicKey: string): Promise<VerifiedArchive> {
  const name = path.basename(archive);
  const [, stem] =
    /^(keyshelf-\d+\.\d+\.\d+(?:-[0-9a-z.]+)?)(?:-linux-(?:x64|arm64)(?:-with-node)?\.tar\.gz|\.tgz)$/.exec(
      name,
    ) ?? [];
  if (stem === undefined) throw new UpdateError(`${name} is not called as a release is.`);
  const sums = path.join(path.dirname(archive), `${stem}.sha256`);
  const text = await readBeside(sums, 10_000);
  if (!isSigned(text, await readBeside(`${sums}.sig`, 1_000), publicKey))
    throw new UpdateError(`${sums} is not signed with the key of update.public_key.`);
  const [head = "", ...lines] = text.split("\n");
  const listed = lines.map((line) => line.split("  ")).find(([, file]) => file === name)?.[0];
  if (head !== `# ${stem}` || listed === undefined)
    throw new UpdateError(`${sums} is signed, and it lists no ${name}.`);
  const sha256 = await sha256Of(archive);
  if (sha256 !== listed)
    throw new UpdateError(
      `${name} is damaged or was changed: its SHA-256 is ${sha256}, and ${listed} was signed.`,
    );
  return { release: stem, sha256 };
}
