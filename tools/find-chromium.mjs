import { existsSync } from "node:fs";

const usual = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** CHROMIUM_PATH, Debian's, or the one that Playwright downloads; `undefined` when there is none. */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  const installed = usual.map((name) => `/usr/bin/${name}`).find(existsSync);
  if (installed) return installed;
  const { chromium } = await import("playwright-core");
  const downloaded = chromium.executablePath();
  return existsSync(downloaded) ? downloaded : undefined;
}
