/** Where a form without script goes on. Only paths of ours. */
export const seeOther = (path: `/${string}`, cookies: readonly string[] = []): Response => {
  const headers = new Headers({ location: path, "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
};
