import { PackageSearch } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import type { Look } from "@/lib/settings/look/look-css";

type HomeHeroProps = {
  hero: Look["hero"];
  siteName: string;
  /** Shorter where the operator's own banners follow. */
  hasBanners: boolean;
  /** An empty shop invites nobody to browse it. */
  hasGoods: boolean;
};

/** The shop's name and description in the manner of its look. */
export async function HomeHero({ hero, siteName, hasBanners, hasGoods }: HomeHeroProps) {
  const t = await getTranslations("catalogue.home");
  const title = hero.title ?? t("title");
  const lead = hero.lead ?? t("lead");
  switch (hero.kind) {
    case "none":
      return <h1 className="sr-only">{siteName}</h1>;
    case "words":
      return (
        <section className="flex flex-col items-center py-10 text-center md:py-16">
          <h1 className="max-w-3xl text-[2rem] leading-[1.1] md:text-5xl">
            <Named siteName={siteName} />
            {title}
          </h1>
          <p className="mt-4 max-w-xl text-base text-ink-muted md:text-lg">{lead}</p>
          <Ways size="lg" hasGoods={hasGoods} className="justify-center" />
        </section>
      );
    case "cover":
      if (hero.picture)
        return (
          <section className="relative mt-4 mb-6 flex min-h-72 overflow-hidden rounded-xl bg-sunken md:min-h-96">
            <HeroPicture src={hero.picture} className="absolute inset-0 size-full" />
            <span
              className="absolute inset-0 bg-linear-to-t from-black/85 via-black/60 to-black/25"
              aria-hidden
            />
            <div className="relative mt-auto p-5 text-white md:p-10">
              <h1 className="max-w-2xl text-[1.75rem] leading-[1.1] md:text-[2.75rem]">
                <span className="sr-only">{siteName}: </span>
                {title}
              </h1>
              <p className="mt-3 max-w-xl text-base text-white/90 md:text-lg">{lead}</p>
              <Ways size="lg" hasGoods={hasGoods} />
            </div>
          </section>
        );
      break;
    case "picture":
      if (hero.picture)
        return (
          <Beside
            words={{ siteName, title, lead, hasGoods }}
            picture={<HeroPicture src={hero.picture} className="aspect-[4/3] w-full rounded-xl" />}
          />
        );
      break;
    case "drawing":
      break;
  }
  if (hasBanners) return <ShortHero siteName={siteName} title={title} lead={lead} hasGoods={hasGoods} />;
  return <Beside words={{ siteName, title, lead, hasGoods }} picture={<KeyRack />} />;
}

type Words = { siteName: string; title: string; lead: string; hasGoods: boolean };

const Named = ({ siteName }: { siteName: string }) => (
  <span className="mb-3 block font-medium text-base text-brass tracking-normal">{siteName}</span>
);

const HeroPicture = ({ src, className }: { src: string; className: string }) => (
  <img
    src={src}
    alt=""
    width={1200}
    height={800}
    fetchPriority="high"
    className={cx("object-cover", className)}
  />
);

function Beside({ words, picture }: { words: Words; picture: ReactNode }) {
  return (
    <section className="grid grid-cols-1 items-center gap-8 py-8 md:grid-cols-[1.1fr_1fr] md:py-12">
      <div>
        <h1 className="text-[2rem] leading-[1.1] md:text-[2.75rem]">
          <Named siteName={words.siteName} />
          {words.title}
        </h1>
        <p className="mt-4 max-w-md text-base text-ink-muted md:text-lg">{words.lead}</p>
        <Ways size="lg" hasGoods={words.hasGoods} />
      </div>
      {picture}
    </section>
  );
}

function ShortHero({ siteName, title, lead, hasGoods }: Words) {
  return (
    <section className="grid grid-cols-1 items-center gap-4 py-6 md:grid-cols-[1fr_auto] md:py-8">
      <div>
        <h1 className="text-[1.625rem] md:text-3xl">
          <span className="sr-only">{siteName}: </span>
          {title}
        </h1>
        <p className="mt-1.5 text-ink-muted">{lead}</p>
      </div>
      <Ways size="md" hasGoods={hasGoods} />
    </section>
  );
}

type WaysProps = { size: "md" | "lg"; hasGoods: boolean; className?: string };

async function Ways({ size, hasGoods, className }: WaysProps) {
  const t = await getTranslations("catalogue.home");
  return (
    <div className={cx("flex flex-wrap gap-2.5", size === "lg" && "mt-6", className)}>
      {hasGoods ? (
        <Link href="/products" className={buttonClass("primary", size)}>
          {t("browse")}
        </Link>
      ) : null}
      <Link href="/lookup" className={buttonClass("secondary", size)}>
        <PackageSearch aria-hidden />
        {t("lookup")}
      </Link>
    </div>
  );
}

const keys = [
  { cut: "M0 0v34h9v-6h-5v-5h7v-6h-7v-5h5V0", tint: "var(--pine)", drop: 0 },
  { cut: "M0 0v40h7v-6h-3v-5h9v-7h-9v-5h4V0", tint: "var(--brass)", drop: 8 },
  { cut: "M0 0v30h11v-6h-7v-4h5v-6h-5V0", tint: "var(--line-strong)", drop: 2 },
  { cut: "M0 0v37h6v-5h-2v-6h8v-5h-8v-6h5V0", tint: "var(--brass)", drop: 12 },
  { cut: "M0 0v33h8v-5h-4v-6h8v-6h-8v-6h4V0", tint: "var(--pine)", drop: 4 },
];

/** A drawing of keys on a board, as decoration only. */
function KeyRack() {
  return (
    <svg viewBox="0 0 400 190" className="hidden w-full md:block" aria-hidden="true">
      <rect x="8" y="26" width="384" height="10" rx="5" fill="var(--line-strong)" />
      <rect x="14" y="37" width="372" height="5" rx="2.5" fill="var(--line)" />
      {keys.map(({ cut, tint, drop }, index) => (
        <g key={tint + String(drop)} transform={`translate(${62 + index * 69} 31)`}>
          <circle r="4.5" fill="var(--paper)" />
          <path d={`M0 2v${26 + drop}`} stroke="var(--ink-faint)" strokeWidth="1.5" />
          <g transform={`translate(0 ${48 + drop})`}>
            <circle r="19" fill="none" stroke={tint} strokeWidth="9" />
            <path d={cut} transform="translate(-4 20) scale(1.55)" fill={tint} />
          </g>
        </g>
      ))}
    </svg>
  );
}
