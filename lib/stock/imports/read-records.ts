import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import type { KeyFormat } from "./schema";

/** A record of the text: of lines and blocks its one cell. */
export interface KeyRecord {
  /** Where it begins, from 1. */
  line: number;
  cells: readonly string[];
}

/** Longer than any key may be: the rest of such a record is not kept, and its length says that it is too long. */
const keptCharacters = 20_000;
const longestCsvRecord = 256 * 1024;

/** Lines of a text that comes in pieces; a line break may be cut in two. */
async function* readLines(pieces: AsyncIterable<string>): AsyncGenerator<KeyRecord> {
  let rest = "";
  let line = 1;
  let isFirst = true;
  for await (const piece of pieces) {
    const text = rest + (isFirst ? piece.replace(/^\uFEFF/, "") : piece);
    isFirst = false;
    const cut = text.endsWith("\r") ? text.length - 1 : text.length;
    const lines = text.slice(0, cut).split(/\r\n|\n|\r/);
    const last = lines.pop() ?? "";
    for (const content of lines) yield { line: line++, cells: [content] };
    rest = last.slice(0, keptCharacters) + text.slice(cut);
  }
  const end = rest.replace(/\r$/, "");
  if (end !== "") yield { line, cells: [end] };
}

/** Keys of several lines, with a line between them that holds nothing but the separator. */
async function* readBlocks(pieces: AsyncIterable<string>, separator: string): AsyncGenerator<KeyRecord> {
  let lines: string[] = [];
  let size = 0;
  let begin = 1;
  let at = 0;
  const block = (): KeyRecord => {
    while (lines.length > 0 && lines.at(-1)?.trim() === "") lines.pop();
    return { line: begin, cells: [lines.join("\n")] };
  };
  for await (const { line, cells } of readLines(pieces)) {
    const [content = ""] = cells;
    at = line;
    if (content.trim() === separator) {
      if (lines.length > 0) yield block();
      lines = [];
      size = 0;
      continue;
    }
    if (lines.length === 0) {
      if (content.trim() === "") continue;
      begin = at;
    }
    if (size <= keptCharacters) lines.push(content);
    size += content.length + 1;
  }
  if (lines.length > 0) yield block();
}

/** A table with a quotation mark above this line that is never closed, or a record without an end. */
export class BrokenTable extends Error {
  constructor(readonly line: number) {
    super(`the table is broken at line ${line}`);
  }
}

async function* readTable(
  pieces: AsyncIterable<string>,
  format: Extract<KeyFormat, { kind: "table" }>,
): AsyncGenerator<KeyRecord> {
  const parser = parse({
    bom: true,
    // Each of them, wherever it stands: a heading that was added by hand may end otherwise than the rest.
    record_delimiter: ["\r\n", "\n", "\r"],
    delimiter: format.delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: longestCsvRecord,
    info: true,
  });
  // A fault in the pieces ends the parser, and is thrown below.
  pipeline(Readable.from(pieces), parser, () => undefined);
  let before = 0;
  let isHeading = format.has_heading;
  try {
    for await (const { info, record } of parser as AsyncIterable<{
      info: { lines: number };
      record: string[];
    }>) {
      const line = before + 1;
      before = info.lines;
      if (isHeading) {
        isHeading = false;
        continue;
      }
      yield { line, cells: record };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new BrokenTable(Number(error.lines));
    throw error;
  }
}

/** The records of a text that comes in pieces, with no more of it in memory than a piece and a record. @throws BrokenTable */
export function readRecords(pieces: AsyncIterable<string>, format: KeyFormat): AsyncGenerator<KeyRecord> {
  if (format.kind === "lines") return readLines(pieces);
  return format.kind === "blocks" ? readBlocks(pieces, format.separator) : readTable(pieces, format);
}
