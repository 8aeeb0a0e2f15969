import { baseLocale, languageTag, locales } from "../../lib/core/locale";
import { sayRefusal } from "../../lib/core/refusals/translate";
import { awayRetrySeconds, isDatabaseAway } from "../../lib/db/connections/connection-problem";
import { lastAwayAt } from "../../lib/db/connections/note-away";
import { readIn } from "../../messages/parts";
import type { Handler } from "./front-door";

/** Headers that belong to the request, whatever is answered. */
const kept = new Set(["x-request-id", "strict-transport-security", "connection"]);

/** In every language, because the reader's wish is settled with the database. It needs no script and no file. */
function drawPage(): string {
  const sentences = locales
    .filter((locale) => readIn(locale, "shopper") === locale)
    .map((locale) => `<p lang="${languageTag[locale]}">${sayRefusal("shop_away", locale)}</p>`);
  return `<!doctype html><html lang="${languageTag[baseLocale]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>503</title><style>body{font:1.1rem/1.6 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem;color-scheme:light dark}</style></head><body><main>${sentences.join("")}<p><a href="">↻</a></p></main></body></html>`;
}

/** Replaces what the pages say of their fault by 503 and a text, when the database was away while they were made. */
export const tellingOfAway =
  (next: Handler): Handler =>
  async (request, response) => {
    const begin = performance.now();
    const { writeHead, write, end } = response;
    const original = { writeHead, write, end };
    let isReplaced = false;

    function replace(): void {
      isReplaced = true;
      Object.assign(response, original);
      for (const name of response.getHeaderNames()) if (!kept.has(name)) response.removeHeader(name);
      const page = drawPage();
      response.writeHead(503, {
        "content-type": "text/html; charset=utf-8",
        "content-length": Buffer.byteLength(page),
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
        "retry-after": String(awayRetrySeconds),
      });
      response.end(request.method === "HEAD" ? undefined : page);
      // Further writes of the page go nowhere.
      Object.assign(response, { writeHead: () => response, write: () => true, end: () => response });
    }

    /** Looks at the status when the first byte is about to be sent. */
    const looking =
      (send: (...all: never[]) => unknown, ofReplaced: unknown, statusOf: (first: unknown) => unknown) =>
      (...all: unknown[]): unknown => {
        if (response.headersSent || statusOf(all[0]) !== 500 || lastAwayAt() < begin)
          return send.apply(response, all as never[]);
        replace();
        return ofReplaced;
      };
    const ownStatus = () => response.statusCode;
    Object.assign(response, {
      writeHead: looking(writeHead, response, (status) => status),
      write: looking(write, true, ownStatus),
      end: looking(end, response, ownStatus),
    });
    try {
      await next(request, response);
    } catch (error) {
      if (isReplaced || response.headersSent || !isDatabaseAway(error)) throw error;
      replace();
    }
  };
