/** Processor time below this says nothing: a collection of garbage takes as long. */
const floorMs = 40;
const mostTimes = 3;
/** A square is four: what stays below this is none, also when the shorter run was disturbed. */
const clearlyFew = 2.5;
const attempts = 6;

/** Processor time of this process and all its threads: another program on the machine costs it nothing. */
async function processorMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Whether twice the input takes at most three times the processor's time. The input is doubled from a few hundred letters up
 * to `most`, so that a run which grows with the square is found long before it takes a minute.
 * @returns null, or a sentence for the list of those that grow too fast
 */
export async function findGrowth(
  run: (length: number) => unknown,
  { most = 250_000, least: first = 4_000 }: { most?: number; least?: number } = {},
): Promise<string | null> {
  for (let length = Math.min(first, most / 2); length * 2 <= most; length *= 2) {
    let longer = await processorMs(() => run(length * 2));
    let shorter = Number.POSITIVE_INFINITY;
    for (let n = 0; n < attempts && longer >= floorMs; n++) {
      shorter = Math.min(shorter, await processorMs(() => run(length)));
      if (n > 0 && longer <= clearlyFew * shorter) break;
      longer = Math.min(longer, await processorMs(() => run(length * 2)));
    }
    if (longer >= floorMs && longer > mostTimes * shorter)
      return `${length} letters take ${shorter.toFixed(1)} ms, ${length * 2} take ${longer.toFixed(1)} ms`;
  }
  return null;
}

/** Texts of a length that patterns, parsers and transforms are known to stumble over. */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  letters: (n) => "a".repeat(n),
  "letters and a wrong end": (n) => `${"a".repeat(n)} !`,
  digits: (n) => `${"1".repeat(n)}x`,
  zeros: (n) => `0.${"0".repeat(n)}x`,
  spaces: (n) => `a${" ".repeat(n)}b`,
  "spaces and tabs": (n) => `a${" \t".repeat(n / 2)}\u00a0b`,
  lines: (n) => `a${"\r\n".repeat(n / 2)}b`,
  "an address of dots": (n) => `a@${"a.".repeat(n / 2)} b`,
  "a web address of dots": (n) => `http://${".".repeat(n)}x`,
  "web addresses": (n) => "http://a.b ".repeat(n / 11),
  slashes: (n) => `/${"/".repeat(n)} `,
  dashes: (n) => `a${"-a".repeat(n / 2)}-`,
  "long dashes": (n) => `a${"-".repeat(n)} a`,
  commas: (n) => `${"1,".repeat(n / 2)}x`,
  "lists of quality": (n) => "zh-Hans;q=0.1,".repeat(n / 14),
  "cookies and parameters": (n) => "a=b; c=d&".repeat(n / 9),
  quotes: (n) => `"${'\\"'.repeat(n / 2)}`,
  brackets: (n) => "[".repeat(n),
  braces: (n) => "{{".repeat(n / 2),
  placeholders: (n) => "{a}".repeat(n / 3),
  parentheses: (n) => "(".repeat(n),
  elements: (n) => "<a ".repeat(n / 3),
  "elements without an end": (n) => "<br ".repeat(n / 4),
  "open elements": (n) => "<b>".repeat(n / 3),
  comments: (n) => "<!--".repeat(n / 4),
  entities: (n) => "&amp".repeat(n / 4),
  percents: (n) => "%2".repeat(n / 2),
  colons: (n) => "a: b".repeat(n / 4),
  "combining signs": (n) => `a${"\u0301".repeat(n)}`,
  "letters of two halves": (n) => "𝒳".repeat(n / 2),
  "full width": (n) => "Ａ。".repeat(n / 2),
  "base 64": (n) => `${"A+/=".repeat(n / 4)}!`,
};

/** Structures of a size, as JSON. */
export const hostileBodies: Readonly<Record<string, (length: number) => string>> = {
  "nested lists": (n) => "[".repeat(n),
  "whole nested lists": (n) => "[".repeat(n / 2) + "]".repeat(n / 2),
  "nested objects": (n) => '{"a":'.repeat(n / 5),
  "repeated members": (n) => `{${'"a":1,'.repeat(n / 6)}"a":1}`,
  "many members": (n) => `{${Array.from({ length: n / 12 }, (_, at) => `"k${at}":1`).join(",")}}`,
  "a long list": (n) => `{"ids":[${"1,".repeat(n / 2)}1]}`,
  escapes: (n) => `{"a":"${"\\u0041".repeat(n / 6)}"}`,
  "a broken escape": (n) => `{"a":"${"\\\\".repeat(n / 2)}`,
  "a long number": (n) => `{"a":${"1".repeat(n)}}`,
  blanks: (n) => " ".repeat(n),
};
