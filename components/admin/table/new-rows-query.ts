/** Which rows of a filtered list are new since then: the list's own `from` counts where it is later. */
export function newRowsQuery(filters: string, since: string): string {
  const query = new URLSearchParams(filters);
  const begin = new Date(query.get("from") ?? since);
  query.set("from", begin > new Date(since) ? begin.toISOString() : since);
  query.set("per_page", "1");
  return query.toString();
}
