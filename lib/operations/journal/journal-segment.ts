import { now } from "../../core/clock";
import { randomCode } from "../../core/ids";
import { backupStore } from "../backup/backup-store";
import { salesFolder } from "../backup/stored-backup";
import { type SalesRecord, writeRecord } from "./journal-record";

/** A file is written whole each time, so it must stay small; an S3-compatible store cannot add to one. */
const mostBytes = 256 * 1024;
export const segmentMs = 3_600_000;

const ending = ".keyshelf-sales";
export const isSegment = (name: string): boolean => name.endsWith(ending);

const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, "");

/** One file of the journal, of one process: two that write at the same moment have one each. */
export class JournalSegment {
  readonly #begunAt = now();
  readonly #name = `${salesFolder}${stamp(this.#begunAt)}-${randomCode(8)}${ending}`;
  #lines = 0;
  #text = "";

  get isFull(): boolean {
    return this.#text.length > mostBytes || now().getTime() - this.#begunAt.getTime() > segmentMs;
  }

  /** It is on the disk or in the store before this returns. One that failed takes no further record. */
  async add(record: SalesRecord): Promise<void> {
    this.#text += writeRecord(this.#name, this.#lines, record);
    this.#lines += 1;
    await backupStore().put(this.#name, Buffer.from(this.#text));
  }
}
