import { refusal, type Said } from "../refusals/refusal";

const maxLength = 254;

const local = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}$/u;
const hostText = /^[^\s@<>()[\]\\,;:"/?#%\p{C}]{1,253}$/u;
const domain =
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]{2,63}$)[a-z0-9-]*[a-z-][a-z0-9-]*$/;

/** Characters that no font draws: they would make a second account of what looks like the same address. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;

/** NFKC also makes full-width and ligature forms plain. `İ` in lower case is an `i` with a second dot. */
const fold = (text: string): string =>
  text.normalize("NFKC").toLowerCase().normalize("NFKC").replaceAll("i\u0307", "i");

/** The domain in ASCII (UTS 46). The URL parser does it in browsers as well as in Node. */
function asciiHost(text: string): string | null {
  const address = `http://${text}/`;
  if (!hostText.test(text) || !URL.canParse(address)) return null;
  const host = new URL(address).hostname.replace(/\.$/, "");
  return domain.test(host) ? host : null;
}

export type ReadEmail = { email: string } | { problem: Said };

/**
 * C68: the one spelling of one mailbox, for every address that enters: NFKC, lower case, the domain in ASCII. What no font
 * draws and what could break a mail header is refused.
 */
export function readEmail(text: string): ReadEmail {
  const trimmed = text.trim();
  const folded = fold(trimmed);
  const at = folded.lastIndexOf("@");
  const name = folded.slice(0, at);
  const host = at < 1 ? null : asciiHost(folded.slice(at + 1));
  if (host === null || !local.test(name) || invisible.test(trimmed)) return { problem: "email" };
  const email = `${name}@${host}`;
  return email.length > maxLength ? { problem: refusal("too_long", { max: maxLength }) } : { email };
}
