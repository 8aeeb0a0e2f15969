import { readFile } from "node:fs/promises";
import path from "node:path";
import { classesOf, readStyle } from "./page-style";
import type { RenderedAnswer } from "./render-detached";

type Style = ReturnType<typeof readStyle>;

const prefix = "/_next/static/";
const links =
  /<link rel="stylesheet" href="\/_next\/static\/([\w./-]+\.css)" nonce="[^"]*" data-precedence="(\w+)"\/>/g;

/** Addresses in a style are those of its file. */
const fromPage = (css: string, folder: string): string =>
  css.replaceAll(
    /url\((?!["']?(?:data:|\/|https?:))([^)]+)\)/g,
    (_, address: string) => `url(${path.posix.join(prefix, folder, address)})`,
  );

/** Leaves the styles out of what a header asks the browser to fetch ahead. */
const withoutPreloads = (header: string): string =>
  header
    .split(/,\s*(?=<)/)
    .filter((link) => !/as="?style"?/.test(link))
    .join(", ");

/**
 * Writes the rules of the named styles that a page has elements for into it, in place of the links (docs/decisions/speed/0704): a
 * first visit paints without waiting for another file. The file itself comes behind the page, for what script adds to it.
 * `folder` holds the built files. A page with a style that cannot be read, or that would end its own element, keeps its links.
 */
export function inliningStyles(folder: string): (answer: RenderedAnswer) => Promise<RenderedAnswer> {
  const kept = new Map<string, Promise<Style | null>>();
  const read = async (name: string): Promise<Style | null> => {
    const css = await readFile(path.join(folder, name), "utf8").catch(() => null);
    return css === null || css.includes("</") ? null : readStyle(fromPage(css, path.posix.dirname(name)));
  };
  const find = (name: string): Promise<Style | null> => {
    const style = kept.get(name) ?? read(name);
    kept.set(name, style);
    return style;
  };
  return async (answer) => {
    const html = answer.body.toString("utf8");
    const found = [...html.matchAll(links)].map(([, name = ""]) => name);
    const styles = await Promise.all(found.map(find));
    if (found.length === 0 || styles.includes(null)) return answer;
    const used = classesOf(html);
    const at = [...styles];
    const later = found
      .map((name) => `<link rel="preload" as="style" fetchpriority="low" href="${prefix}${name}"/>`)
      .join("");
    const body = html
      .replaceAll(
        links,
        (_, _name, precedence: string) =>
          `<style data-precedence="${precedence}">${at.shift()?.(used) ?? ""}</style>`,
      )
      .replace("</body>", () => `${later}</body>`);
    const { link, ...headers } = answer.headers;
    const ahead = withoutPreloads(String(link ?? ""));
    return { ...answer, headers: { ...headers, ...(ahead ? { link: ahead } : {}) }, body: Buffer.from(body) };
  };
}
