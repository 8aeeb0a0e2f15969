/**
 * An order's title for a gateway that cuts at `maxBytes`, some in the middle of a character: what it signs would be another
 * text. Where fields are signed as k=v&k=v without quoting, `&` and `=` would let the signature be cut at other places.
 */
export function plainTitle(title: string, maxBytes: number): string {
  let name = "";
  let bytes = 0;
  for (const character of title.replaceAll(/[\u0000-\u001f&=]/g, " ")) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    name += character;
  }
  return name.trim() || "Order";
}
