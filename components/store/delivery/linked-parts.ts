export type LinkedPart = { at: number; text: string; href?: string };

/** A longer text is data, and nobody looks for an address in it. */
const longestText = 20_000;
const longestAddress = 2_000;
const endsSentence = new Set(".,;:!?)]}");

/** Cuts the end of a sentence off the address before it. */
function withoutEnd(address: string): string {
  let end = address.length;
  while (end > 0 && endsSentence.has(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}

/** A text cut at its web addresses. */
export function linkedParts(text: string): LinkedPart[] {
  if (text.length > longestText) return [{ at: 0, text }];
  const parts: LinkedPart[] = [];
  let from = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"'`，。；、！？（）]+/gi)) {
    const href = withoutEnd(match[0]);
    if (href.length > longestAddress) continue;
    if (match.index > from) parts.push({ at: from, text: text.slice(from, match.index) });
    parts.push({ at: match.index, text: href, href });
    from = match.index + href.length;
  }
  if (from < text.length) parts.push({ at: from, text: text.slice(from) });
  return parts;
}
