import { connect } from "node:net";
import type { Readable } from "node:stream";

/** clamd's INSTREAM: each piece with its length before it, and a length of zero at the end. */
async function* framed(pieces: Readable): AsyncGenerator<Buffer> {
  yield Buffer.from("zINSTREAM\0");
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.length);
    yield length;
    yield piece;
  }
  yield Buffer.alloc(4);
}

const silenceMs = 10 * 60 * 1000;

const targetOf = (address: string) => {
  if (address.startsWith("/")) return { path: address };
  const [host = "", port = "3310"] = address.split(":");
  return { host, port: Number(port) };
};

/**
 * Asks clamd about a file. `address` is its socket or `host:port`.
 * @returns the name of what it found, or null. @throws Error when it gave no answer that can be read
 */
export function scanFile(address: string, file: Readable): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(targetOf(address));
    let answer = "";
    socket.setTimeout(silenceMs, () => socket.destroy(new Error("The malware scanner is silent")));
    socket.on("data", (data) => {
      answer += data.toString("utf8");
    });
    socket.on("error", reject);
    socket.on("close", () => {
      const text = answer.replaceAll("\0", "").trim();
      const found = /^stream: (.+) FOUND$/.exec(text)?.[1];
      if (found) resolve(found);
      else if (text === "stream: OK") resolve(null);
      else reject(new Error(`The malware scanner answered: ${text.slice(0, 200) || "nothing"}`));
    });
    void (async () => {
      for await (const part of framed(file))
        if (!socket.write(part))
          await new Promise((drained) => socket.once("drain", drained).once("close", drained));
    })().catch((error: Error) => socket.destroy(error));
  });
}
