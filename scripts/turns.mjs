// Turns of several first starts in one folder. Plain Node without a package: the first is taken before there are any.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { open } from "node:fs/promises";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import path from "node:path";
import { root } from "./program.mjs";

/** A name that the kernel gives to one process and takes back when that ends; null where the system has none. */
function turnAtNpm() {
  const name = `keyshelf-npm-${createHash("sha256").update(root).digest("hex").slice(0, 32)}`;
  return { linux: `\0${name}`, win32: `\\\\.\\pipe\\${name}` }[process.platform] ?? null;
}

/**
 * Waits until no other process installs packages in this folder: npm would delete what another one is writing. No package
 * locks a file yet, so the turn is a socket's name, which ends with its process. On macOS two are not kept apart.
 * @returns how to let go
 */
export async function takeTurnAtNpm(tell) {
  const place = turnAtNpm();
  if (place === null) return () => {};
  for (let isTold = false; ; isTold = true) {
    const waiting = new Set();
    const server = createServer((socket) => waiting.add(socket.on("error", () => {})));
    try {
      await once(server.listen(place), "listening");
      server.unref();
      return () => {
        server.close();
        for (const socket of waiting) socket.destroy();
      };
    } catch (error) {
      if (error.code !== "EADDRINUSE") return () => {};
    }
    if (!isTold) tell("Waiting for another process that is installing packages …");
    const holder = connect(place).on("error", () => {});
    await new Promise((resolve) => holder.once("close", resolve));
  }
}

/**
 * Waits until no other process makes anything in this folder. The kernel keeps the lock with the open file: a killed process
 * loses it. Where files cannot be locked, two first starts at once are not kept apart.
 * @returns how to let go
 */
export async function takeTurn(folder, tell) {
  const file = path.join(root, ".cache/turns", folder);
  mkdirSync(path.dirname(file), { recursive: true });
  const handle = await open(file, "a+");
  try {
    const { tryLock, waitForLock } = createRequire(path.join(root, "package.json"))("fs-native-extensions");
    if (!tryLock(handle.fd)) {
      tell(`Waiting for another process that is making ${folder} …`);
      await waitForLock(handle.fd);
    }
  } catch {
    // Making it without a lock is what one start at a time needs.
  }
  return () => handle.close();
}
