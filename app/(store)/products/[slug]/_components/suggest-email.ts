const domains = [
  "gmail.com",
  "outlook.com",
  "hotmail.com",
  "yahoo.com",
  "icloud.com",
  "proton.me",
  "live.com",
  "msn.com",
  "qq.com",
  "163.com",
  "126.com",
  "foxmail.com",
  "sina.com",
  "gmx.de",
  "web.de",
  "gmx.net",
  "gmx.com",
  "mail.com",
  "ymail.com",
  "aol.com",
  "me.com",
  "mac.com",
  "hotmail.de",
  "live.de",
  "yahoo.de",
  "mail.ru",
  "yandex.ru",
];

/** Edits (insert, delete, replace, swap of neighbours) between two short words, at most `most` of them. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + cost,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? most + 1;
}

/** The address that was probably meant, when its domain is one or two slips away from a well-known one. */
export function suggestEmail(address: string): string | null {
  const [name, domain, ...rest] = address.trim().toLowerCase().split("@");
  if (!name || !domain || rest.length > 0 || domains.includes(domain)) return null;
  const most = domain.length > 7 ? 2 : 1;
  const near = domains
    .map((known) => ({ known, edits: distance(domain, known, most) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits)[0];
  return near ? `${address.trim().split("@")[0]}@${near.known}` : null;
}
