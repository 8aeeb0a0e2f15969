import { inflateRawSync } from "node:zlib";
import type { Look } from "./look-css";
import { type LookIn, lookIn } from "./schema";

/** Most bytes of a look that a form sends to see it before it is saved. */
const mostBytes = 128 * 1024;

/** Members by their names in code. */
const toLook = ({ logo_dark, logo_has_name, header_links, footer_links, ...look }: LookIn): Look => ({
  ...look,
  logoDark: logo_dark,
  logoHasName: logo_has_name,
  headerLinks: header_links,
  footerLinks: footer_links,
});

/** A look as the admin's form writes it into an address: JSON, deflated, base64url. Null: it is none. */
export function readSentLook(text: string): Look | null {
  try {
    const bytes = inflateRawSync(Buffer.from(text, "base64url"), { maxOutputLength: mostBytes });
    const read = lookIn.safeParse(JSON.parse(bytes.toString("utf8")));
    return read.success ? toLook(read.data) : null;
  } catch {
    return null;
  }
}
