import type { MailContent } from "./mail-content";
import type { MailParts } from "./schema";

/** Values of the placeholders in one mail. Plain text: the code that draws the mail escapes it. */
export type PlaceholderValues = Readonly<Record<string, string>>;

/** An operator's own parts with what fills them. */
export interface OwnText {
  parts: MailParts;
  values: PlaceholderValues;
}

const placeholder = /\{([a-z_]+)\}/g;

/** The first thing in braces that is no placeholder, or a brace without its partner; null in a good text. */
export function findUnknownPlaceholder(text: string, names: readonly string[]): string | null {
  // A known placeholder is replaced by a space: `{{shop}name}` must not become `{name}`.
  const rest = text.replace(placeholder, (whole, name: string) => (names.includes(name) ? " " : whole));
  return /\{[^{}]{0,40}\}?|\}/.exec(rest)?.[0] ?? null;
}

/** In one pass: a value that looks like a placeholder stays what it is. @throws Error on an unknown placeholder */
export function fillText(text: string, values: PlaceholderValues): string {
  const unknown = findUnknownPlaceholder(text, Object.keys(values));
  if (unknown !== null) throw new Error(`Unknown placeholder ${unknown}`);
  return text.replace(placeholder, (_, name: string) => values[name] ?? "").trim();
}

const textOf = (content: MailContent, part: "lead" | "closing"): string => {
  const block = content.blocks.find((each) => "part" in each && each.part === part);
  return block && (block.kind === "text" || block.kind === "small") ? block.text : "";
};

/** The parts of a standard mail that own texts may take the place of. */
export const partsOf = (content: MailContent): MailParts => ({
  subject: content.subject,
  heading: content.heading,
  lead: textOf(content, "lead") || null,
  closing: textOf(content, "closing") || null,
});

/**
 * The mail with the operator's own parts. Codes, keys, amounts and links are blocks of their own: no text can leave them out.
 * A mail that has no lead or closing gets one at its beginning or end. @throws Error on an unknown placeholder
 */
export function withOwnText(standard: MailContent, { parts, values }: OwnText): MailContent {
  const former = partsOf(standard);
  const own = (part: keyof MailParts): string | null => {
    const text = parts[part];
    return text === null ? null : fillText(text, { ...values, default: former[part] ?? "" });
  };
  const [lead, closing] = [own("lead"), own("closing")];
  const rest = standard.blocks.filter(
    (block) => !("part" in block) || (block.part === "lead" ? lead === null : closing === null),
  );
  return {
    // Without a subject or a heading a mail looks like one that failed.
    subject: own("subject") || standard.subject,
    heading: own("heading") || standard.heading,
    blocks: [
      ...(lead ? [{ kind: "text" as const, text: lead }] : []),
      ...rest,
      ...(closing ? [{ kind: "small" as const, text: closing }] : []),
    ],
  };
}
