/** As wide as the lines of a mail in plain text. */
export const rule = "-".repeat(40);

/** Units for a reader of plain text: a rule stands between them as soon as one has several lines. */
export const textOfUnits = (units: readonly string[]): string =>
  units.join(units.some((unit) => unit.includes("\n")) ? `\n${rule}\n` : "\n");
