import { open, seal } from "../../core/crypto";
import { messageOf } from "../../core/process/thrown";
import type { Sale } from "../sql/sold-keys";

/** Findings of one pass. */
export interface SalesRecord {
  epoch: string;
  /** The first of its line of time. */
  begins?: true;
  /** It says of all sales above `from` and up to `to` that they are known: here, or in a record before. */
  from: number;
  to: number;
  /** How many those are. */
  count: number;
  /** Every sale before this moment is known. */
  at: string;
  /** The keys that open orders hold, by SKU: each of them may be sold next. */
  reserved: [skuId: number, keys: number][];
  sales: Sale[];
}

type Row = [id: number, secretId: number, skuId: number, madeAt: number, orderNo: string | null, at: number];
type Written = Omit<SalesRecord, "sales"> & { sales: Row[] };

const aad = (segment: string, line: number) => `sales_journal:${segment}:${line}`;

/** One line of a segment, sealed and bound to its place in it. */
export function writeRecord(segment: string, line: number, record: SalesRecord): string {
  const sales = record.sales.map(
    ({ id, secretId, skuId, madeAt, orderNo, at }): Row => [
      id,
      secretId,
      skuId,
      madeAt.getTime(),
      orderNo,
      at.getTime(),
    ],
  );
  const text = JSON.stringify({ ...record, sales } satisfies Written);
  return `${Buffer.from(seal(text, aad(segment, line))).toString("base64")}\n`;
}

function readRecord(segment: string, line: number, text: string): SalesRecord {
  const written = JSON.parse(open(Buffer.from(text, "base64"), aad(segment, line))) as Written;
  const sales = written.sales.map(
    ([id, secretId, skuId, madeAt, orderNo, at]): Sale => ({
      id,
      secretId,
      skuId,
      madeAt: new Date(madeAt),
      orderNo,
      at: new Date(at),
    }),
  );
  return { ...written, sales };
}

export interface ReadSegment {
  records: SalesRecord[];
  /** One sentence for each line that cannot be read. */
  problems: string[];
}

/** Reads what can be read: each line is sealed by itself. */
export function readSegment(segment: string, text: string): ReadSegment {
  const lines = text.split("\n");
  const isCut = lines.pop() !== "";
  const records: SalesRecord[] = [];
  const problems: string[] = isCut ? [`${segment}: the end after line ${lines.length} is cut off`] : [];
  for (const [index, line] of lines.entries()) {
    try {
      records.push(readRecord(segment, index, line));
    } catch (error) {
      problems.push(`${segment}: line ${index + 1} cannot be read (${messageOf(error)})`);
    }
  }
  return { records, problems };
}
