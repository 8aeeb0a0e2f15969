import { open } from "node:fs/promises";
import { createServer } from "node:net";

/**
 * A short name of a folder while it is open. A socket's path has at most 107 bytes, and a data folder may stand deeper than that.
 * Where the system has no such names, the folder's own path has to do.
 */
export async function openFolder(folder: string): Promise<{ path: string; close(): Promise<void> }> {
  if (process.platform !== "linux") return { path: folder, close: async () => {} };
  const handle = await open(folder, "r");
  return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() };
}

/** Not every volume of a container keeps sockets. */
export async function keepsSockets(folder: string): Promise<boolean> {
  const { path, close } = await openFolder(folder);
  const server = createServer();
  try {
    return await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(`${path}/.keyshelf-${process.pid}`, () => server.close(() => resolve(true)));
    });
  } finally {
    await close();
  }
}
