export type LinkedPart = { at: number; text: string; href?: string };

/** A text cut at its web addresses. What ends a sentence is not part of the address before it. */
export function linkedParts(text: string): LinkedPart[] {
  const parts: LinkedPart[] = [];
  let from = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"'`，。；、！？（）]+/gi)) {
    const href = match[0].replace(/[.,;:!?)\]}]+$/, "");
    if (match.index > from) parts.push({ at: from, text: text.slice(from, match.index) });
    parts.push({ at: match.index, text: href, href });
    from = match.index + href.length;
  }
  if (from < text.length) parts.push({ at: from, text: text.slice(from) });
  return parts;
}
