import type { CSSProperties } from "react";
import { cx } from "@/components/ui/cx";

/** FNV-1a: small, and the same on the server and in the browser. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) {
    value ^= character.codePointAt(0) ?? 0;
    value = Math.imul(value, 0x01000193) >>> 0;
  }
  return value;
}

/** The outline of a blade whose cuts come from the seed. */
function blade(seed: number): string {
  const cuts = Array.from({ length: 6 }, (_, index) => 5 + ((seed >>> (index * 4)) & 0xf) * 0.95);
  const teeth = cuts.map((depth, index) => {
    const x = 96 + index * 15;
    return `L${x} ${86 - depth + 12}L${x + 7.5} ${86 - depth + 12}`;
  });
  return `M84 62L196 62L204 70L198 78${teeth.reverse().join("")}L84 92Z`;
}

/** Stands in for a missing picture: each product is cut its own key, always the same one. */
export function KeyCover({ seed, className }: { seed: string; className?: string }) {
  const value = hash(seed);
  return (
    <div className={cx("key-cover", className)} style={{ "--hue": value % 360 } as CSSProperties} aria-hidden>
      <svg viewBox="0 0 240 150" className="size-full" preserveAspectRatio="xMidYMid slice">
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
