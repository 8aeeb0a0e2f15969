import { readFile } from "node:fs/promises";
import path from "node:path";
import { guidePrograms, isGuideProgram } from "@/lib/content/guide/guide-pages";
import { getSettings } from "@/lib/settings/queries";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ name: string }> };

/** A program that a page of the guide names, to read and to copy. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const [{ name }, { features }] = await Promise.all([params, getSettings()]);
  if (!features.guide || !isGuideProgram(name)) return new Response("Not found.\n", { status: 404 });
  return new Response(await readFile(path.resolve(guidePrograms[name]), "utf8"), {
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=300" },
  });
}
