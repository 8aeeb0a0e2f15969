type Picture = Uint8Array<ArrayBuffer>;

/** A drawn picture takes about 40 kB, and about 100 ms of a core. */
const maxBytes = 32 * 1024 * 1024;
/** Drawings that wait; whoever comes then is asked to come back. */
const maxWaiting = 50;

interface Kept {
  picture: Promise<Picture>;
  bytes: number;
}

interface Gallery {
  kept: Map<string, Kept>;
  bytes: number;
  waiting: number;
  last: Promise<unknown>;
}

// On globalThis because Next bundles this module more than once, and the drawings of all share one core.
declare global {
  var keyshelfPictures: Gallery | undefined;
}
const holder = globalThis;
holder.keyshelfPictures ??= { kept: new Map(), bytes: 0, waiting: 0, last: Promise.resolve() };
const gallery = holder.keyshelfPictures;

function forget(key: string, entry: Kept): void {
  if (gallery.kept.get(key) !== entry) return;
  gallery.kept.delete(key);
  gallery.bytes -= entry.bytes;
}

/** One at a time: many at once would take the processor from everybody else. */
function queueUp(draw: () => Promise<Picture>): Promise<Picture> {
  gallery.waiting += 1;
  const drawn = gallery.last.then(draw).finally(() => {
    gallery.waiting -= 1;
  });
  gallery.last = drawn.catch(() => undefined);
  return drawn;
}

/**
 * Draws a picture once for all concurrent and later requests. Another text, price or logo is another key.
 * @returns null when too many drawings wait
 */
export function keptPicture(key: string, draw: () => Promise<Picture>): Promise<Picture> | null {
  const known = gallery.kept.get(key);
  if (known) {
    // Last in the map: the first were asked for the longest ago.
    gallery.kept.delete(key);
    gallery.kept.set(key, known);
    return known.picture;
  }
  if (gallery.waiting >= maxWaiting) return null;
  const entry: Kept = { picture: queueUp(draw), bytes: 0 };
  gallery.kept.set(key, entry);
  entry.picture.then(
    ({ byteLength }) => {
      entry.bytes = byteLength;
      gallery.bytes += byteLength;
      for (const [oldest, other] of gallery.kept) {
        if (gallery.bytes <= maxBytes) break;
        if (other.bytes > 0) forget(oldest, other);
      }
    },
    () => forget(key, entry),
  );
  return entry.picture;
}
