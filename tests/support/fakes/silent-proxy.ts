import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface SilentProxy {
  /** The given address, by way of this proxy. */
  url: string;
  /** From now on nothing is passed on over the connections that are open, and none is closed. */
  silence(): void;
  /** New connections are silent, too, from the first byte on. */
  silenceAll(): void;
  /** The line works again for new connections; those that were silent are closed. */
  restore(): void;
  connections(): number;
  stop(): Promise<void>;
}

/** A TCP proxy whose lines can go dead without a word, as after a lost host or an expired NAT entry. */
export async function startSilentProxy(target: string): Promise<SilentProxy> {
  const address = new URL(target);
  const lines = new Set<{ near: Socket; far: Socket; isSilent: boolean }>();
  let allSilent = false;
  const server = createServer((near) => {
    const far = connect(Number(address.port), address.hostname);
    const line = { near, far, isSilent: allSilent };
    lines.add(line);
    near.on("data", (chunk) => line.isSilent || far.write(chunk));
    far.on("data", (chunk) => line.isSilent || near.write(chunk));
    const close = (from: Socket, other: Socket) => {
      from.on("error", () => undefined);
      from.on("close", () => {
        if (line.isSilent) return;
        lines.delete(line);
        other.destroy();
      });
    };
    close(near, far);
    close(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  const silence = () => {
    for (const line of lines) line.isSilent = true;
  };
  return {
    url: url.href,
    silence,
    silenceAll() {
      allSilent = true;
      silence();
    },
    restore() {
      allSilent = false;
      for (const line of lines) {
        if (!line.isSilent) continue;
        lines.delete(line);
        line.near.destroy();
        line.far.destroy();
      }
    },
    connections: () => [...lines].filter(({ isSilent }) => !isSilent).length,
    stop: async () => {
      for (const { near, far } of lines) {
        near.destroy();
        far.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
