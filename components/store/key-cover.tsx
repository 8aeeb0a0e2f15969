import type { CSSProperties } from "react";
import { cx } from "@/components/ui/cx";
import type { GoodsKind } from "@/lib/catalogue/choices";
import { motifOf, motifs } from "./cover-motifs";

/** Steps around the wheel from the shop's own colour, so that covers of one shop belong together and differ. */
const turns = [0, 24, -24, 52, -52, 90, -90, 150] as const;
/** Where the drawing lies: above the words, and partly off the board. */
const places = [
  "translate(58 -22) rotate(-12 120 90)",
  "translate(50 -14) rotate(10 120 90)",
  "translate(64 -30) rotate(-4 120 90)",
];

/** FNV-1a: small, and the same on the server and in the browser. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) {
    value ^= character.codePointAt(0) ?? 0;
    value = Math.imul(value, 0x01000193) >>> 0;
  }
  // FNV leaves neighbours alike: mix once more, or similar slugs get similar covers.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b) >>> 0;
  return (value ^ (value >>> 13)) >>> 0;
}

/** Words on a large cover. */
export interface CoverWords {
  title: string;
  category: string;
}

type KeyCoverProps = {
  /** Its address, which is the same in every language. */
  seed: string;
  /** Address of its category: goods of one shelf have one colour. */
  shelf?: string | undefined;
  kind?: GoodsKind | undefined;
  words?: CoverWords | undefined;
  className?: string | undefined;
};

/** Stands in for a missing picture: drawn from kind, category and name, the same one wherever it stands, in the shop's colours. */
export function KeyCover({ seed, shelf = seed, kind, words, className }: KeyCoverProps) {
  const value = hash(seed);
  const turn = turns[hash(shelf) % turns.length] ?? 0;
  const place = places[(value >>> 5) % places.length];
  return (
    <div className={cx("key-cover", className)} style={{ "--turn": turn } as CSSProperties} aria-hidden>
      <svg
        viewBox="0 0 240 180"
        className="size-full"
        aria-hidden="true"
        preserveAspectRatio="xMidYMid slice"
      >
        <path d={motifs[motifOf(kind, value)]} transform={place} fill="currentColor" fillRule="evenodd" />
      </svg>
      {words ? (
        <span className="cover-words">
          <span className="cover-category">{words.category}</span>
          <span className="cover-title" dir="auto">
            {words.title}
          </span>
        </span>
      ) : null}
    </div>
  );
}
