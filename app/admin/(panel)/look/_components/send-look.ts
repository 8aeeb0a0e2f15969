import type { Locale } from "@/messages/locales";
import type { Look } from "./look-draft";

/** Characters of a text that a preview shows: the look stands in an address, and addresses end at 16 kB. */
const shownCharacters = 160;

const short = (text: string | null) => text?.slice(0, shownCharacters) ?? null;

/** The look in one language, as much of it as a preview needs. */
function shortened(look: Look, language: Locale): Look {
  const part = <T extends { translations: Look["hero"]["translations"] }>(given: T): T => {
    const texts = { ...given, ...given.translations[language], translations: {} };
    return Object.fromEntries(
      Object.entries(texts).map(([name, value]) => [
        name,
        ["title", "lead", "text"].includes(name) ? short(value as string | null) : value,
      ]),
    ) as T;
  };
  return {
    ...look,
    hero: part(look.hero),
    sections: look.sections.map(part),
    header_links: look.header_links.map(part).filter(({ label }) => label !== ""),
    footer_links: look.footer_links.map(part).filter(({ label }) => label !== ""),
  };
}

async function deflated(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The address of the home page in this look. */
export const previewAddress = async (look: Look, language: Locale): Promise<string> =>
  `/admin/look/preview?look=${await deflated(JSON.stringify(shortened(look, language)))}`;
