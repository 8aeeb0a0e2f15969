import { networkOf } from "../core/formats/ip-ranges";
import { followOrder } from "../orders/buyer/follow-orders";

const maxOpen = 2_000;
const maxOpenOfNetwork = 40;
/** Time between two lines that keep the connection open: proxies close one that is silent for a minute. */
const beatMs = 20_000;
/** Longest life of a stream. A browser that is still there reconnects by itself; streams of vanished clients end. */
const lifeMs = 10 * 60_000;

const open = new Set<() => void>();
const openByNetwork = new Map<string, number>();
let isListening = false;

/** The server waits for running answers before it stops, and these would never end. */
function endOnStop(): void {
  if (isListening) return;
  isListening = true;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      for (const end of [...open]) end();
    });
}

/** A stream that says `order` when the order has changed. Where there are too many of them the page asks instead. */
export async function orderEvents(orderId: number, ip: string, gone: AbortSignal): Promise<Response> {
  const network = networkOf(ip);
  let tell = () => {};
  const stop = await followOrder(orderId, () => tell());
  if (gone.aborted || open.size >= maxOpen || (openByNetwork.get(network) ?? 0) >= maxOpenOfNetwork) {
    stop();
    return new Response(null, { status: 204 });
  }
  endOnStop();
  const text = new TextEncoder();
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (line: string) => controller.enqueue(text.encode(line));
      tell = () => say("event: order\ndata: changed\n\n");
      const beat = setInterval(() => say(": here\n\n"), beatMs).unref();
      const life = setTimeout(() => end(), lifeMs).unref();
      openByNetwork.set(network, (openByNetwork.get(network) ?? 0) + 1);
      end = () => {
        if (!open.delete(end)) return;
        stop();
        clearInterval(beat);
        clearTimeout(life);
        const left = (openByNetwork.get(network) ?? 1) - 1;
        if (left > 0) openByNetwork.set(network, left);
        else openByNetwork.delete(network);
        controller.close();
      };
      open.add(end);
      gone.addEventListener("abort", end, { once: true });
      say("retry: 2000\n: here\n\n");
    },
    cancel: () => end(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      // no-transform: a compressor would keep what is said until there is more of it.
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}
