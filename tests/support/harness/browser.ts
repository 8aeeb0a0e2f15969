import { describe, it } from "vitest";
import { findChromium } from "../../../tools/find-chromium.mjs";
import { isTurnOfFile } from "./seed";

/** Where the browser is; `""` without one, and then nothing that needs it runs. */
export const chromiumPath = (await findChromium()) ?? "";

/**
 * A suite that needs a real browser. Without one it is reported as skipped; where CI=true a missing browser is a
 * failure, because there nobody reads what was skipped.
 */
export function describeInBrowser(name: string, suite: () => void): void {
  if (chromiumPath === "" && process.env.CI === "true") {
    it(`${name}: needs Chromium`, () => {
      throw new Error("No Chromium was found: set CHROMIUM_PATH or install it.");
    });
    return;
  }
  describe.skipIf(chromiumPath === "")(name, suite);
}

/** A suite of a file that takes turns with files about like parts of the shop: the short run has every `share`th of them. */
export function describeInTurn(at: number, share: number, name: string, suite: () => void): void {
  if (isTurnOfFile(at, share)) describeInBrowser(name, suite);
  else describe.skip(name, suite);
}
