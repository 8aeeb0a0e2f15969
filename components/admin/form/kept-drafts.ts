/** The words that somebody typed into one form and has not sent, and what the form said before. */
export interface KeptDraft<T = unknown> {
  /** The form that wrote it: another tab, or a later visit, has another one. */
  id: string;
  /** Milliseconds. */
  at: number;
  values: T;
  before: T;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Null in a browser that lets pages keep nothing. */
export function browserStore(): Store | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

const prefix = "keyshelf.draft:";
/** The one that is offered, and what is typed while it is. */
const most = 3;
const longest = 500_000;
const keptFor = 14 * 24 * 60 * 60 * 1000;

/** Drafts belong to a person, on a computer that several may use, and to one form of one record. */
export const draftPlace = (owner: string, form: string): string => `${prefix}${owner}:${form}`;

/** The newest first; those that are too old are none. */
export function readDrafts<T>(store: Store | null, place: string, now: number): KeptDraft<T>[] {
  try {
    const found: (KeptDraft<T> | null)[] = JSON.parse(store?.getItem(place) ?? "[]");
    return found.flatMap((draft) =>
      typeof draft?.id === "string" && typeof draft.at === "number" && now - draft.at < keptFor
        ? [draft]
        : [],
    );
  } catch {
    return [];
  }
}

function write(store: Store, place: string, drafts: readonly KeptDraft[]): boolean {
  const text = JSON.stringify(drafts);
  try {
    if (drafts.length === 0) store.removeItem(place);
    else if (text.length > longest) return false;
    else store.setItem(place, text);
    return true;
  } catch {
    // A browser that keeps nothing, or whose room is used up.
    return false;
  }
}

/** Puts a form's draft in the place of its former one. @returns whether the browser keeps it */
export function keepDraft(store: Store | null, place: string, draft: KeptDraft): boolean {
  if (store === null) return false;
  const others = readDrafts(store, place, draft.at).filter(({ id }) => id !== draft.id);
  return write(store, place, [draft, ...others].slice(0, most));
}

export function dropDraft(store: Store | null, place: string, id: string, now: number): void {
  if (store === null) return;
  const drafts = readDrafts(store, place, now);
  if (drafts.some((draft) => draft.id === id))
    write(
      store,
      place,
      drafts.filter((draft) => draft.id !== id),
    );
}

/** Forgets what nobody came back for. */
export function dropOldDrafts(store: Store | null, now: number): void {
  if (store === null) return;
  const places = Array.from({ length: store.length }, (_, index) => store.key(index)).filter((place) =>
    place?.startsWith(prefix),
  );
  for (const place of places)
    if (place && readDrafts(store, place, now).length === 0) store.removeItem(place);
}
