import {
  createCipheriv,
  createDecipheriv,
  createHash,
  type DecipherGCM,
  hkdfSync,
  randomBytes,
} from "node:crypto";
import { Transform, type TransformCallback } from "node:stream";
import { toError } from "../../core/process/thrown";
import { ProblemError } from "../../core/refusals/noted";
import { type Problem, problem } from "../../core/refusals/refusal";

/**
 * A backup file: one line of JSON in clear, then a gzip stream sealed with AES-256-GCM, then its tag. The key follows from
 * the master key: what the backup holds is sealed with that one anyway, so there is one key to keep apart, not two.
 */
export interface BackupHead {
  format: "keyshelf-backup:1";
  created_at: string;
  /** Names the key without telling anything of it. */
  key: string;
  iv: string;
}

/** One sentence for the operator, on the command line and, by night, in the admin. */
export class BackupError extends ProblemError {
  constructor(cause: Problem, options?: ErrorOptions) {
    super(cause, options);
    this.name = "BackupError";
  }
}

const ivBytes = 12;
const tagBytes = 16;
const longestHead = 4096;

const keyOf = (masterKey: Uint8Array) =>
  Buffer.from(hkdfSync("sha256", masterKey, "", "keyshelf:backup:v1", 32));
const nameOf = (key: Buffer) =>
  createHash("sha256").update("keyshelf:backup-id").update(key).digest("hex").slice(0, 8);

export const backupKeyName = (masterKey: Uint8Array): string => nameOf(keyOf(masterKey));

function writeHead(key: Buffer, iv: Buffer, createdAt: Date): Buffer {
  const head: BackupHead = {
    format: "keyshelf-backup:1",
    created_at: createdAt.toISOString(),
    key: nameOf(key),
    iv: iv.toString("hex"),
  };
  return Buffer.from(`${JSON.stringify(head)}\n`);
}

/** How long so many bytes are when they are sealed: all heads have one length. */
export const sealedBytes = (bytes: number): number =>
  writeHead(Buffer.alloc(32), Buffer.alloc(ivBytes), new Date(0)).length + bytes + tagBytes;

/** Seals what is written to it. */
export function sealBackup(masterKey: Uint8Array, createdAt: Date): Transform {
  const key = keyOf(masterKey);
  const iv = randomBytes(ivBytes);
  const line = writeHead(key, iv, createdAt);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(line);
  let isBegun = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!isBegun) this.push(line);
      isBegun = true;
      done(null, cipher.update(chunk));
    },
    flush(done) {
      this.push(cipher.final());
      done(null, cipher.getAuthTag());
    },
  });
}

export function readHead(line: string): BackupHead {
  try {
    const head = JSON.parse(line) as BackupHead;
    if (head.format === "keyshelf-backup:1") return head;
  } catch {}
  throw new BackupError(problem("backup_of_nobody"));
}

/** Opens what is written to it. It fails at the end when a byte was changed: nothing may be final before that. */
export class OpenBackup extends Transform {
  readonly #masterKeys: readonly Uint8Array[];
  #head: Buffer = Buffer.alloc(0);
  #decipher: DecipherGCM | undefined;
  #tail: Buffer = Buffer.alloc(0);

  constructor(masterKeys: readonly Uint8Array[]) {
    super();
    this.#masterKeys = masterKeys;
  }

  #begin(bytes: Buffer): Buffer {
    this.#head = Buffer.concat([this.#head, bytes]);
    const end = this.#head.indexOf("\n");
    if (end === -1) {
      if (this.#head.length > longestHead) throw new BackupError(problem("backup_of_nobody"));
      return Buffer.alloc(0);
    }
    const line = this.#head.subarray(0, end + 1);
    const head = readHead(line.toString("utf8"));
    const key = this.#masterKeys.map(keyOf).find((candidate) => nameOf(candidate) === head.key);
    if (!key) {
      throw new BackupError(problem("backup_of_other_key"));
    }
    this.#decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(head.iv, "hex"));
    this.#decipher.setAAD(line);
    return this.#head.subarray(end + 1);
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    try {
      const bytes = this.#decipher ? chunk : this.#begin(chunk);
      const all = Buffer.concat([this.#tail, bytes]);
      const usable = Math.max(0, all.length - tagBytes);
      this.#tail = all.subarray(usable);
      done(null, usable > 0 ? this.#decipher?.update(all.subarray(0, usable)) : undefined);
    } catch (error) {
      done(toError(error));
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      if (!this.#decipher || this.#tail.length < tagBytes) throw new Error("too short");
      this.#decipher.setAuthTag(this.#tail);
      done(null, this.#decipher.final());
    } catch (error) {
      done(
        error instanceof BackupError ? error : new BackupError(problem("backup_damaged"), { cause: error }),
      );
    }
  }
}
