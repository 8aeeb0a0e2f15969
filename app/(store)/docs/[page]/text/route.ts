import { isGuideName } from "@/lib/content/guide/guide-pages";
import { readGuideSource } from "@/lib/content/guide/read-guide";
import { getSettings } from "@/lib/settings/queries";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ page: string }> };

/** A page of the guide as Markdown, for programs that read (`/docs/api.md`, next.config.mjs). */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const [{ page }, { features }] = await Promise.all([params, getSettings()]);
  if (!features.guide || !isGuideName(page)) return new Response("Not found.\n", { status: 404 });
  return new Response(await readGuideSource(page), {
    headers: { "content-type": "text/markdown; charset=utf-8", "cache-control": "public, max-age=300" },
  });
}
