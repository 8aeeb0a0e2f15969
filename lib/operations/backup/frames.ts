/** Facts of the shop at the beginning of a backup, before its tables. */
export interface BackupStart {
  kind: "start";
  server: string;
  migrations: { name: string; checksum: string }[];
}

export interface TableStart {
  kind: "table";
  /** Quoted where it has to be, without the shop's own schema. */
  table: string;
  columns: string[];
}

export interface TableEnd {
  kind: "end";
  rows: number;
}

export interface BackupEnd {
  kind: "done";
  tables: number;
  rows: number;
  sequences: { name: string; last: string; isCalled: boolean }[];
}

export type Note = BackupStart | TableStart | TableEnd | BackupEnd;
export type Frame = { note: Note } | { data: Buffer };

const noteType = 1;
const dataType = 2;
const headBytes = 5;

function frame(type: number, body: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(type, 0);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

export const noteFrame = (note: Note): Buffer => frame(noteType, Buffer.from(JSON.stringify(note)));
export const dataFrame = (body: Buffer): Buffer => frame(dataType, body);

/** Takes a stream of frames apart again. */
export async function* readFrames(bytes: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    while (held.length >= headBytes) {
      const end = headBytes + held.readUInt32BE(1);
      if (held.length < end) break;
      const body = held.subarray(headBytes, end);
      yield held.readUInt8(0) === noteType
        ? { note: JSON.parse(body.toString("utf8")) as Note }
        : { data: body };
      held = held.subarray(end);
    }
  }
  if (held.length > 0) throw new Error("The last frame is not whole");
}
