/** The most text that fits into a body of 256 KiB with its quotation marks escaped. */
export const maxBooksLength = 200_000;
