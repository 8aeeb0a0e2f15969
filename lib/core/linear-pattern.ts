import { RE2JS } from "re2js";

/**
 * A regular expression that an operator wrote, run on what a buyer wrote: by an engine whose time grows with the length of the
 * text and never explodes. @returns null when it is no expression, or one that this engine refuses (look-around, back reference).
 */
export function compilePattern(pattern: string): { matches(text: string): boolean } | null {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return null;
  }
}
