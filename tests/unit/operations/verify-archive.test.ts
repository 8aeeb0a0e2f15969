import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  publicKeyOf,
  sha256Of,
  signSums,
  verifyArchive,
  writeSums,
} from "@/lib/operations/updates/signed-sums";

const newKey = () =>
  generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const key = newKey();
const publicKey = publicKeyOf(key);
const archive = "keyshelf-1.2.3-linux-x64.tar.gz";
const list = "keyshelf-1.2.3.sha256";

let folder: string;
const inFolder = (name: string) => path.join(folder, name);
const write = (name: string, text: string) => writeFileSync(inFolder(name), text);

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "keyshelf-archive-"));
  write(archive, "the bytes of a release");
  const text = writeSums("keyshelf-1.2.3", new Map([[archive, await sha256Of(inFolder(archive))]]));
  write(list, text);
  write(`${list}.sig`, `${signSums(text, key)}\n`);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Signs another list in place of the first one, with the right key. */
function signAnew(release: string, sums: [string, string][]): void {
  const text = writeSums(release, new Map(sums));
  write(list, text);
  write(`${list}.sig`, signSums(text, key));
}

describe("an archive of a release", () => {
  it("is taken with the signature of the key that the shop was given [C125]", async () => {
    const sha256 = await sha256Of(inFolder(archive));
    expect(await verifyArchive(inFolder(archive), publicKey)).toEqual({ release: "keyshelf-1.2.3", sha256 });
  });

  it.for<[string, () => unknown, string, RegExp]>([
    [
      "with a changed byte",
      () => write(archive, "the bytes of a Release"),
      archive,
      /damaged or was changed/,
    ],
    ["cut off", () => write(archive, "the bytes"), archive, /damaged or was changed/],
    [
      "with a sum that was changed with it",
      () => write(list, `# keyshelf-1.2.3\n${"0".repeat(64)}  ${archive}\n`),
      archive,
      /not signed with the key/,
    ],
    [
      "signed by somebody else",
      () => write(`${list}.sig`, signSums("# keyshelf-1.2.3\n", newKey())),
      archive,
      /not signed with the key/,
    ],
    ["with a signature that is none", () => write(`${list}.sig`, "yes"), archive, /not signed with the key/],
    ["without its list", () => rmSync(inFolder(list)), archive, /keyshelf-1\.2\.3\.sha256 is missing/],
    ["without its signature", () => rmSync(inFolder(`${list}.sig`)), archive, /\.sig is missing/],
    [
      "that the list does not name",
      () => signAnew("keyshelf-1.2.3", [["other.tar.gz", "0"]]),
      archive,
      /lists no keyshelf/,
    ],
    [
      "of a former version under a newer name",
      async () => signAnew("keyshelf-1.0.0", [[archive, await sha256Of(inFolder(archive))]]),
      archive,
      /lists no keyshelf/,
    ],
    ["called in another way", () => write("shop.tar.gz", ""), "shop.tar.gz", /not called as a release is/],
  ])("is refused %s [C125]", async ([, spoil, name, sentence]) => {
    await spoil();
    await expect(verifyArchive(inFolder(name), publicKey)).rejects.toThrow(sentence);
  });

  it("is signed with an Ed25519 key and no other [C125]", () => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const pem = rsa.export({ format: "pem", type: "pkcs8" }).toString();
    expect(() => signSums("text", pem)).toThrow(/no Ed25519 private key/);
    expect(() => signSums("text", "nothing")).toThrow(/no Ed25519 private key/);
  });
});
