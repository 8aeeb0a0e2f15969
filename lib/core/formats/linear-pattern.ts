import { RE2JS } from "re2js";

interface Pattern {
  matches(text: string): boolean;
}

/** The engine runs every instruction of the pattern at every letter of a text. An address by mail has 640 of them. */
const maxInstructions = 1_000;
const maxLength = 200;
const maxKept = 500;
const kept = new Map<string, Pattern | null>();

/** How many of what stands before it a `{n,m}` asks for; null where the brace is no count. */
function countAt(pattern: string, at: number): { times: number; end: number } | null {
  const [whole, least, most] = /^\{(\d{1,4})(?:,(\d{0,4}))?\}/.exec(pattern.slice(at, at + 12)) ?? [];
  return whole === undefined
    ? null
    : { times: Math.max(1, Number(least), Number(most ?? 0)), end: at + whole.length };
}

/** Where the class that begins at `at` ends. */
function endOfClass(pattern: string, at: number): number {
  let end = pattern.startsWith("[^", at) ? at + 2 : at + 1;
  for (let first = end; end < pattern.length && (pattern[end] !== "]" || end === first); end++)
    if (pattern[end] === "\\") end += 1;
  return end + 1;
}

/** Instructions at least, counted before anything is compiled: counts inside counts multiply, and compiling takes as long. */
function roughSize(pattern: string): number {
  const open = [0];
  let last = 0;
  for (let at = 0; at < pattern.length; ) {
    const sign = pattern[at];
    const count = sign === "{" ? countAt(pattern, at) : null;
    let size = count ? last * (count.times - 1) : 1;
    if (count) at = count.end;
    else if (sign === "[") at = endOfClass(pattern, at);
    else at += sign === "\\" ? 2 : 1;
    if (sign === "(") {
      open.push(0);
      continue;
    }
    if (sign === ")" && open.length > 1) size = open.pop() ?? 0;
    last = count ? last + size : size;
    open.push((open.pop() ?? 0) + size);
  }
  return open.reduce((sum, size) => sum + size, 0);
}

function compile(pattern: string): Pattern | null {
  if (pattern.length > maxLength || roughSize(pattern) > maxInstructions) return null;
  try {
    const compiled = RE2JS.compile(pattern);
    return compiled.programSize() > maxInstructions ? null : compiled;
  } catch {
    return null;
  }
}

/**
 * A regular expression that an operator or a main site wrote, run on what a buyer wrote: by an engine whose time grows with the
 * text and with the pattern, both of which are bounded. @returns null when it is no expression, is too large, or is one that this
 * engine refuses (look-around, back reference).
 */
export function compilePattern(pattern: string): Pattern | null {
  const known = kept.get(pattern);
  if (known !== undefined) return known;
  if (kept.size >= maxKept) kept.clear();
  const compiled = compile(pattern);
  kept.set(pattern, compiled);
  return compiled;
}
