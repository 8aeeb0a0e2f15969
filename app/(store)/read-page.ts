/** A page number from an address; what cannot be read is the first page. */
export function readPage(value: string | string[] | undefined): number {
  const page = Number(Array.isArray(value) ? value[0] : (value ?? "1"));
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1;
}
