import { uploadPicture } from "@/components/admin/form/upload-picture";
import { downloadText } from "@/components/ui/download-text";
import { lookFileFormat } from "@/lib/settings/look/choices";
import type { Look } from "./look-draft";

/** A picture that only this shop has: its address means nothing elsewhere. */
const isOwnPicture = (address: unknown): address is string =>
  typeof address === "string" && /^\/media\/[\w-]+$/.test(address);

function picturesOf(look: Look): string[] {
  const named = [
    look.logo_dark,
    look.favicon,
    look.hero.picture,
    ...look.sections.map((each) => each.picture),
  ];
  return [...new Set(named.filter(isOwnPicture))];
}

const readAsData = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/** Saves the look with its pictures as one file. */
export async function exportLook(look: Look, name: string): Promise<void> {
  const pictures: Record<string, string> = {};
  for (const address of picturesOf(look)) {
    const answer = await fetch(address);
    if (answer.ok) pictures[address] = await readAsData(await answer.blob());
  }
  const file = { format: lookFileFormat, version: 1, look, pictures };
  downloadText(`${name}.look.json`, `${JSON.stringify(file, null, 2)}\n`);
}

/** Bytes of a data address; `fetch` may not open one under the policy of these pages. */
function fileOf(data: string): File {
  const [head = "", body = ""] = data.split(",", 2);
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? "image/png";
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
  return new File([bytes], "picture", { type });
}

/** Reads a look that another shop wrote; null when the file is none. Its pictures become this shop's. */
export async function importLook(file: File): Promise<Look | null> {
  if (file.size > 40_000_000) return null;
  const written: unknown = await file
    .text()
    .then((text) => JSON.parse(text) as unknown)
    .catch(() => null);
  // The checks are larger than the page: they come with the first file.
  const { lookFile } = await import("@/lib/settings/look/schema");
  const read = lookFile.safeParse(written);
  if (!read.success) return null;
  const { look, pictures } = read.data;
  const moved = new Map<string, string>();
  for (const address of picturesOf(look)) {
    const data = pictures[address];
    if (data) moved.set(address, await uploadPicture(fileOf(data)));
  }
  // A picture that did not come along is left out: its address belongs to another shop.
  const own = (address: string | null) => (isOwnPicture(address) ? (moved.get(address) ?? null) : address);
  return {
    ...look,
    logo_dark: own(look.logo_dark),
    favicon: own(look.favicon),
    hero: { ...look.hero, picture: own(look.hero.picture) },
    sections: look.sections.map((section) => ({ ...section, picture: own(section.picture) })),
  };
}
