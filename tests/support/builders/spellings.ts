/** One key as copying from tables, mails and pages leaves it. */
export const sevenSpellings = (key: string): string[] => [
  key,
  `${key} `,
  `${key}\t`,
  ` ${key}`,
  `${key}\u200B`,
  `${key}\u00A0`,
  `\uFEFF${key}`,
];
