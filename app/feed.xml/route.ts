import { getConfig } from "@/lib/config/config";
import { listPosts } from "@/lib/content/queries";
import { getSettings } from "@/lib/settings/queries";

export const dynamic = "force-dynamic";

const named: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
/** XML has no place for control characters, not even escaped ones. */
const escapeXml = (text: string) =>
  text.replace(/[^\P{Cc}\t\n\r]/gu, "").replace(/[&<>"']/g, (character) => named[character] ?? character);

const tag = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;

/** The shop's posts as RSS 2.0. */
export async function GET(): Promise<Response> {
  const { baseUrl } = getConfig().server;
  const [{ siteName, defaultLocale }, { posts }] = await Promise.all([
    getSettings(),
    listPosts({ page: 1, per_page: 30 }),
  ]);
  const at = (path: string) => new URL(path, baseUrl).href;
  const items = posts.map((post) =>
    [
      "<item>",
      tag("title", post.title),
      tag("link", at(`/posts/${post.slug}`)),
      tag("guid", at(`/posts/${post.slug}`)),
      tag("pubDate", new Date(post.published_at).toUTCString()),
      tag("description", post.summary),
      "</item>",
    ].join(""),
  );
  const channel = [
    tag("title", siteName),
    tag("link", at("/posts")),
    tag("description", siteName),
    tag("language", defaultLocale),
    `<atom:link href="${escapeXml(at("/feed.xml"))}" rel="self" type="application/rss+xml"/>`,
    ...items,
  ].join("");
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${channel}</channel></rss>\n`,
    {
      headers: {
        "content-type": "application/rss+xml; charset=utf-8",
        "cache-control": "public, max-age=300",
        "x-content-type-options": "nosniff",
      },
    },
  );
}
