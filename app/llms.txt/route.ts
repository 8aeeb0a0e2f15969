import { getConfig } from "@/lib/config/config";
import { listGuide } from "@/lib/content/guide/read-guide";
import { getSettings } from "@/lib/settings/queries";

export const dynamic = "force-dynamic";

/** Points out where a program that reads finds the guide and the description of the API (llmstxt.org). */
export async function GET(): Promise<Response> {
  const [{ siteName, features }, pages] = await Promise.all([getSettings(), listGuide()]);
  if (!features.guide) return new Response("Not found.\n", { status: 404 });
  const at = (path: string) => new URL(path, getConfig().server.baseUrl).href;
  const lines = [
    `# ${siteName}`,
    "",
    "> A shop for digital goods. Programs buy, resell and run it over HTTP.",
    "",
    "## Guide",
    "",
    ...pages.map(({ name, title, sections }) => {
      const first = sections[0]?.text.trim().split(/(?<=\.) /)[0] ?? "";
      return `- [${title}](${at(`/docs/${name}.md`)}): ${first}`;
    }),
    "",
    "## Files",
    "",
    `- [OpenAPI](${at("/api/v1/openapi.json")}): every operation for shoppers, members and partners`,
    `- [OpenAPI of the admin](${at("/api/v1/admin/openapi.json")}): every operation of staff, for who shows a token of theirs`,
    `- [Restocking](${at("/docs/files/restock.py")}): a program that puts the keys of a file into stock`,
    `- [Conformance](${at("/docs/conformance.mjs")}): a program of one file that checks a main site, a receiver or an agent`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=300" },
  });
}
