/**
 * What the server says of a field that a shopper fills in, word for word (tests/api/field-sentences.test.ts has each of them
 * said by the code it comes from). The messages under `common.error.field` say the same to the reader.
 */
export const fieldSentences = {
  required: "is required",
  variant: "is required: the product has several variants",
  empty: "must not be empty",
  short: "must have at least {min} characters",
  long: "must have at most {max} characters",
  control: "must not contain control characters",
  email: "must be an e-mail address",
  whole: "must be a whole number",
  number: "must be a number",
  amount: 'must be an amount with at most two decimals, like "9.90"',
  aboveZero: "must be above 0.00",
  atLeast: "must be at least {min}",
  atMost: "must be at most {max}",
  between: "must be between {min} and {max}",
  total: "makes the total too large",
  option: "must be one of the options",
  pattern: "does not have the form that is asked for",
  guessable: "is too easy to guess; choose another one",
  wrong: "is wrong",
  mailCode: "must be the six digits of the mail",
  appCode: "must be the six digits of your authenticator app",
  codeShort: "is too short",
  codeLong: "is too long",
  picture: "must be an https address or a path of this site",
  channel: "is not a payment method of this shop",
  channelCurrency: "takes {currency}, not {other}",
  channelLeast: "takes {min} or more",
  channelMost: "takes {max} or less",
} as const;

export type FieldSentence = keyof typeof fieldSentences;

export interface ReadSentence {
  key: FieldSentence;
  values: Record<string, string>;
  /** The operator's own name for a field of a product's form, which its sentence begins with. */
  label?: string;
}

function readPlain(sentence: string): ReadSentence | null {
  for (const [key, template] of Object.entries(fieldSentences)) {
    const pattern = template.replaceAll(".", "\\.").replace(/\{(\w+)\}/g, "(?<$1>.+)");
    const found = new RegExp(`^${pattern}$`).exec(sentence);
    if (found) return { key: key as FieldSentence, values: { ...found.groups } };
  }
  return null;
}

/** Null for a sentence that stands in no table: it is shown as it is. */
export function readSentence(field: string | null, sentence: string): ReadSentence | null {
  if (!field?.startsWith("form.")) return readPlain(sentence);
  for (let space = sentence.indexOf(" "); space !== -1; space = sentence.indexOf(" ", space + 1)) {
    const known = readPlain(sentence.slice(space + 1));
    if (known) return { ...known, label: sentence.slice(0, space) };
  }
  return null;
}
