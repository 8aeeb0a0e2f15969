/** The address of an operation: names of the path in braces replaced, and what is asked for behind it. */
export function addressOf(base: string, path: string, input: { path?: object; query?: object }): string {
  const parts = new Map<string, unknown>(Object.entries(input.path ?? {}));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts.get(name))));
  const query = Object.entries(input.query ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)]);
  const asked = query.length > 0 ? `?${new URLSearchParams(query)}` : "";
  return `${base.replace(/\/+$/, "")}${filled}${asked}`;
}
