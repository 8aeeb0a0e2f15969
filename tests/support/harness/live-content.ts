import type { Page } from "playwright-core";

/** Call that hostile texts make when they run. */
export const liveCall = "keyshelfRan(1)";

/** Stands where only text is expected; short enough for a nickname. */
export const liveText = `<img src=x onerror=${liveCall}>`;
/** Leaves an attribute, a script or a comment, should somebody write it into one. */
export const breakout = `"></script></title>--><svg onload=${liveCall}>'`;

/** Finds texts that could still run although nothing ran: the policy alone must not be what holds them back. */
export const findLive = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        const isScheme = /^(href|src|action|formaction|data|xlink:href)$/.test(name);
        // Browsers drop blanks and control characters before they read the scheme.
        const bare = value.replace(/[\u0000-\u0020]/g, "").toLowerCase();
        const isLive =
          name.startsWith("on") ||
          (isScheme && /^(javascript|vbscript|data:(?!image\/(png|jpeg)))/.test(bare));
        if (isLive) found.push(`${element.localName} ${name}=${value}`);
      }
      // Where no script runs, the shop's own origin lends a frame its fonts and nothing else.
      if (element instanceof HTMLIFrameElement && /allow-scripts/.test(element.sandbox.value))
        found.push("an open frame");
      if (element instanceof HTMLIFrameElement && !element.hasAttribute("sandbox")) found.push("a frame");
    }
    for (const script of document.scripts) {
      if (/^\s*(parent\.)?keyshelfRan/.test(script.textContent)) found.push(script.textContent);
    }
    return found;
  });
