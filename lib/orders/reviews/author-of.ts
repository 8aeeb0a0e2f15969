interface Account {
  nickname: string;
  email: string;
}

const plain = (text: string): string => text.trim().toLowerCase();

/**
 * Name that is shown beside a review; null where nobody gave one. An account that chose no name bears the beginning of its
 * address, which is not for everybody to read.
 */
export function authorOf(account: Account | null): string | null {
  if (!account) return null;
  const name = account.nickname.trim();
  const ofAddress = plain(account.email.split("@")[0] ?? "").slice(0, 40);
  return name === "" || name.includes("@") || plain(name) === ofAddress ? null : name;
}
