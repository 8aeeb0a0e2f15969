function comparePart(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return one === other ? 0 : one === undefined ? -1 : 1;
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return one === other ? 0 : one < other ? -1 : 1;
}

const partsOf = (text: string) => (text === "" ? [] : text.split("."));

function compareParts(one: string, other: string): number {
  const [parts, others] = [partsOf(one), partsOf(other)];
  for (let at = 0; at < Math.max(parts.length, others.length); at++) {
    const found = comparePart(parts[at], others[at]);
    if (found !== 0) return found;
  }
  return 0;
}

/** Below zero: `one` is older than `other`. As semantic versioning orders them: 1.0.0-beta.2 before 1.0.0-beta.10 before 1.0.0. */
export function compareVersions(one: string, other: string): number {
  const [core = "", pre = ""] = one.split(/-(.*)/s);
  const [otherCore = "", otherPre = ""] = other.split(/-(.*)/s);
  const found = compareParts(core, otherCore);
  if (found !== 0 || pre === otherPre) return found;
  if (pre === "") return 1;
  return otherPre === "" ? -1 : compareParts(pre, otherPre);
}
