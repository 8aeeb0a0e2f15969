/** A line may hold the same value twice: `place` is what tells its fields apart. */
export type AccountField = { place: number; name: "login" | "password" | "extra"; value: string };

const labels: readonly { name: AccountField["name"]; words: RegExp }[] = [
  { name: "login", words: /^(?:账号|帐号|账户|帐户|用户名|邮箱|login|user(?:name)?|account|e-?mail)$/i },
  { name: "password", words: /^(?:密码|password|pass|pwd|pw)$/i },
];

/**
 * Between the fields of one line, the plainest sign first. A single space or colon only splits a pair. Spaces around a sign are
 * trimmed afterwards: a pattern that looks for them begins anew at each.
 */
const separators: readonly { sign: RegExp; parts?: number }[] = [
  { sign: /\t+/ },
  { sign: /-{3,}/ },
  { sign: /\|/ },
  { sign: /[;；]/ },
  { sign: / {2,}/ },
  { sign: / \/ / },
  { sign: / /, parts: 2 },
  { sign: /[:：]/, parts: 2 },
];

function splitLine(line: string): string[] | null {
  for (const { sign, parts } of separators) {
    const found = line
      .split(sign)
      .map((part) => part.trim())
      .filter(Boolean);
    if (found.length < 2 || found.length > 8) continue;
    if (parts !== undefined && found.length !== parts) continue;
    // An address has a colon of its own.
    if (/^https?$/i.test(found[0] ?? "")) continue;
    return found;
  }
  return null;
}

/** `Password: …`, null where no label stands before the value. */
function labelled(part: string): { label: string; value: string; name: AccountField["name"] } | null {
  const [, label = "", value = ""] = /^([^:：]{1,20}?)\s*[:：]\s*(\S.*)$/.exec(part.trim()) ?? [];
  if (value === "" || value.startsWith("//")) return null;
  const name = labels.find(({ words }) => words.test(label))?.name ?? "extra";
  return { label, value, name };
}

function readPart(part: string, place: number): AccountField {
  const known = labelled(part);
  if (known && known.name !== "extra") return { place, name: known.name, value: known.value };
  return { place, name: place === 0 ? "login" : place === 1 ? "password" : "extra", value: part };
}

/**
 * The fields of an account that is kept as one line, as `log-in  password` or `log-in----password----more`.
 * Null when the line has no separator, and is then shown as it is.
 */
export function readAccount(line: string): AccountField[] | null {
  const parts = line.includes("\n") ? line.split("\n").filter((part) => part.trim()) : splitLine(line);
  if (!parts || parts.length < 2) return null;
  return parts.map(readPart);
}

/** A text of labelled lines with a log-in and a password among them: an account, whatever kind it was sold as. */
export function isLabelledAccount(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim());
  if (lines.length < 2 || lines.length > 8) return false;
  const parts = lines.map(labelled);
  return (
    parts.every((part) => part !== null) &&
    ["login", "password"].every((name) => parts.some((part) => part?.name === name))
  );
}
