import { existsSync } from "node:fs";

/** CHROMIUM_PATH, Debian's, or the one that Playwright downloads; `undefined` when there is none. */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  const usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  if (usual) return usual;
  const { chromium } = await import("playwright-core");
  const downloaded = chromium.executablePath();
  return existsSync(downloaded) ? downloaded : undefined;
}
