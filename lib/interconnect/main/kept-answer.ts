/** So few letters of a key tell nothing, and stand in every answer by chance. */
const leastLetters = 4;
/** The beginning is enough to know a key by: an answer may end within it. */
const toldLetters = 8;

function decodeBytes(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return "";
  }
}

/** Letters and digits alone, in whatever way JSON, HTML or an address escaped them. */
const bare = (text: string): string =>
  text
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\[bfnrt]/g, "")
    .replace(/&#x([0-9a-f]{1,4});/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,5});/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&[a-z]{2,8};/gi, "")
    .replace(/(?:%[0-9a-f]{2})+/gi, decodeBytes)
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/**
 * Takes the keys that a callback carried out of the receiver's answer (A21): one that shows what it was sent, as error pages do, would
 * leave them in the log. An answer that still holds one, spelled in another way or cut within it, is not kept at all.
 */
export function withoutKeys(answer: string, sent: Uint8Array): string {
  const { fulfillment } = JSON.parse(new TextDecoder().decode(sent)) as {
    fulfillment?: { payload?: string; secrets?: string[] };
  };
  const { payload = "", secrets = [] } = fulfillment ?? {};
  // Units first: a line of one would leave the others' form.
  const keys = [...secrets, ...payload.split("\n")].filter((key) => key.trim() !== "");
  const rest = keys
    .flatMap((key) => [JSON.stringify(key).slice(1, -1), key])
    .reduce((text, key) => text.replaceAll(key, "***"), answer.replaceAll("\u0000", ""));
  const letters = bare(rest);
  const holds = (key: string) => {
    const told = bare(key).slice(0, toldLetters);
    return told.length >= leastLetters && letters.includes(told);
  };
  return keys.some(holds) ? "***" : rest;
}
