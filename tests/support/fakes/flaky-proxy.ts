import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

interface Forwarded {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

type Fate = "arrives" | "lost" | "delayed" | "repeated" | "answerLost" | "cut";

/** Half of fifty calls meet a fault. The first does always: a test may see only a few calls. */
function drawFate(call: number, deck: Fate[]): Fate {
  if (call === 0) return "lost";
  if (deck.length === 0) {
    const faults: [Fate, number][] = [
      ["lost", 6],
      ["delayed", 5],
      ["repeated", 5],
      ["answerLost", 6],
      ["cut", 3],
      ["arrives", 25],
    ];
    deck.push(...faults.flatMap(([fate, count]) => Array.from({ length: count }, () => fate)));
  }
  return deck.splice(Math.floor(Math.random() * deck.length), 1)[0] ?? "arrives";
}

/** A network between two sites that loses requests and answers, delays, repeats and cuts. */
export async function startFlakyProxy(target: { host: string; port: number }) {
  const state = { isFlaky: true, lost: 0, answersLost: 0, delayed: 0, repeated: 0, cut: 0, forwarded: 0 };
  const deck: Fate[] = [];
  let calls = 0;
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  const forward = (method: string, url: string, headers: IncomingHttpHeaders, body: Buffer) =>
    new Promise<Forwarded>((resolve, reject) => {
      const outgoing = httpRequest(
        { ...target, method, path: url, headers: { ...headers, connection: "close" }, timeout: 20_000 },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("end", () =>
            resolve({
              status: answer.statusCode ?? 502,
              headers: answer.headers,
              body: Buffer.concat(chunks),
            }),
          );
          answer.on("error", reject);
        },
      );
      outgoing.on("error", reject);
      outgoing.end(body);
    });

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("error", () => undefined);
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      void relay(
        incoming.method ?? "GET",
        incoming.url ?? "/",
        incoming.headers,
        Buffer.concat(chunks),
      ).catch(() => outgoing.destroy());
    });

    async function relay(
      method: string,
      url: string,
      headers: IncomingHttpHeaders,
      body: Buffer,
    ): Promise<void> {
      const fate = state.isFlaky ? drawFate(calls++, deck) : "arrives";
      if (fate === "lost") {
        state.lost += 1;
        outgoing.destroy();
        return;
      }
      if (fate === "delayed") {
        state.delayed += 1;
        await pause(200 + Math.random() * 1500);
      }
      const answer = await forward(method, url, headers, body);
      state.forwarded += 1;
      if (fate === "repeated") {
        state.repeated += 1;
        void forward(method, url, headers, body).catch(() => undefined);
      }
      if (fate === "answerLost") {
        state.answersLost += 1;
        outgoing.destroy();
        return;
      }
      const { "transfer-encoding": _, ...rest } = answer.headers;
      outgoing.writeHead(answer.status, { ...rest, "content-length": answer.body.length });
      if (fate === "cut") {
        state.cut += 1;
        outgoing.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)));
        await pause(20);
        outgoing.destroy();
        return;
      }
      outgoing.end(answer.body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
