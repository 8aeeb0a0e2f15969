/** Messages by their keys; a message itself is a text, or what the build made of one. */
export type Texts = { [key: string]: unknown };

const isSection = (value: unknown): value is Texts =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Texts of both: sections of one area stand side by side, and parts of one section too. */
export function mergeTexts(one: Texts, other: Texts): Texts {
  const merged = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const former = merged[key];
    merged[key] = isSection(former) && isSection(value) ? mergeTexts(former, value) : value;
  }
  return merged;
}
