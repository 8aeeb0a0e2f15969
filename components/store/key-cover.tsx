import type { CSSProperties } from "react";
import { cx } from "@/components/ui/cx";

/** From brass over moss to pine: a cover stands between the shop's own colours. */
const hues = [45, 62, 85, 110, 135, 158, 172, 188] as const;

/** FNV-1a: small, and the same on the server and in the browser. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) {
    value ^= character.codePointAt(0) ?? 0;
    value = Math.imul(value, 0x01000193) >>> 0;
  }
  // FNV leaves neighbours alike: mix once more, or similar slugs get similar keys.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b) >>> 0;
  return (value ^ (value >>> 13)) >>> 0;
}

/** The outline of a blade whose cuts come from the seed. */
function blade(seed: number): string {
  const notches = Array.from({ length: 6 }, (_, index) => {
    const depth = 4 + ((seed >>> (index * 4)) & 0x7) * 1.9;
    const x = 196 - index * 17;
    return `L${x} 92L${x - 4} ${92 - depth}L${x - 9} ${92 - depth}L${x - 13} 92`;
  });
  return `M84 60L202 60L212 72L202 84L200 92${notches.join("")}L84 92Z`;
}

/** Stands in for a missing picture: each product is cut its own key, always the same one. */
export function KeyCover({ seed, className }: { seed: string; className?: string }) {
  const value = hash(seed);
  return (
    <div
      className={cx("key-cover", className)}
      style={{ "--hue": hues[value % hues.length] } as CSSProperties}
      aria-hidden
    >
      <svg
        viewBox="0 0 240 150"
        className="size-full"
        aria-hidden="true"
        preserveAspectRatio="xMidYMid slice"
      >
        <g transform="rotate(-16 120 75)" fill="currentColor">
          <path d={blade(value)} />
          <path
            fillRule="evenodd"
            d="M60 41a34 34 0 1 0 0 68a34 34 0 1 0 0-68ZM50 65a10 10 0 1 1 0 20a10 10 0 1 1 0-20Z"
          />
        </g>
      </svg>
    </div>
  );
}
