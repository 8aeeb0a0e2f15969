import type { BrowserContext } from "playwright-core";
import { isTurnOf } from "../seed";
import { routeOf } from "./routes";
import type { Role, View } from "./views";

/** One link stands for all that lead to the same page or file. */
const kindOf = (href: string): string => routeOf(href) ?? href.replace(/\?.*$/, "").replace(/\d+/g, "0");

/** Lines that stay open, and what is no place. */
const isPlace = (href: string): boolean => !/\/events\b|^\/preferences\b/.test(href);

/** Every third kind in turn; the crawl's own visits of the long run leave few. */
const isTurn = (kind: string): boolean =>
  isTurnOf(
    [...kind].reduce((sum, sign) => sum + sign.charCodeAt(0), 0),
    3,
  );

/** Follows the links of pages, each kind once for each role, apart from where the crawl itself goes. */
export class Links {
  readonly #followed: Set<string>;

  constructor(
    private readonly url: string,
    views: readonly View[],
  ) {
    this.#followed = new Set(
      views.map(({ role, page: { address } }) => `${role} ${routeOf(address.replace(/[{}]/g, ""))}`),
    );
  }

  async check(hrefs: readonly string[], role: Role, { request }: BrowserContext): Promise<string[]> {
    const found: string[] = [];
    for (const href of hrefs) {
      const kind = `${role} ${kindOf(href)}`;
      if (this.#followed.has(kind) || !isPlace(href) || !isTurn(kind)) continue;
      this.#followed.add(kind);
      const answer = await request.get(this.url + href, { headers: { "sec-fetch-site": "same-origin" } });
      if (answer.status() >= 400) found.push(`links: ${href} answers ${answer.status()}`);
      if (answer.url().endsWith("/admin/forbidden")) found.push(`links: ${href} is closed to this role`);
      await answer.dispose();
    }
    return found;
  }
}
