import { readFile } from "node:fs/promises";
import path from "node:path";
import { getSettings } from "@/lib/settings/queries";

export const dynamic = "force-dynamic";

const notFound = () => new Response("Not found.\n", { status: 404 });

/** C150: the conformance command as one file, for the programmer of another site (docs/interconnect.md). It is built with the commands. */
export async function GET(): Promise<Response> {
  if (!(await getSettings()).features.guide) return notFound();
  const text = await readFile(path.resolve("build/commands", "conformance.mjs"), "utf8").catch(() => null);
  if (text === null) return notFound();
  return new Response(text, {
    headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "public, max-age=300" },
  });
}
