import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import type { BannerView } from "@/lib/content/schema";

/** Two and three stand whole on a desk. The edge of one more shows that the rail can be scrolled. */
const widths: Record<string, string> = {
  2: "md:w-[calc(50%-0.375rem)]",
  3: "md:w-[44%] lg:w-[calc((100%-1.5rem)/3)]",
  more: "md:w-[44%]",
};

/** Slides by the browser's own scroll snapping: no script, no timer that runs away from a reader. */
export async function BannerRail({ banners }: { banners: readonly BannerView[] }) {
  const t = await getTranslations("catalogue.home");
  const several = banners.length > 1;
  return (
    <section
      aria-label={t("banners")}
      className="no-scrollbar -mx-4 flex snap-x snap-mandatory gap-3 overflow-x-auto px-4 pb-1 md:-mx-6 md:scroll-px-6 md:px-6"
    >
      {banners.map((banner, index) => (
        <div
          key={banner.id}
          className={cx(
            "snap-center",
            several ? "w-[88%] shrink-0" : "w-full",
            several && (widths[banners.length] ?? widths.more),
          )}
        >
          <BannerLink banner={banner}>
            <picture>
              {banner.mobile_image ? (
                <source media="(max-width: 47.9rem)" srcSet={banner.mobile_image} />
              ) : null}
              <img
                src={banner.image}
                alt=""
                width={1200}
                height={400}
                fetchPriority={index === 0 ? "high" : undefined}
                loading={index === 0 ? "eager" : "lazy"}
                className="absolute inset-0 size-full object-cover"
              />
            </picture>
            <span
              className="absolute inset-0 bg-linear-to-t from-black/85 via-black/55 via-45% to-black/10"
              aria-hidden
            />
            <span className={cx("relative mt-auto block p-5 text-white lg:p-6", !several && "md:p-8")}>
              <span
                className={cx(
                  "block text-balance font-semibold text-xl leading-tight",
                  !several && "md:text-3xl",
                  several && (banners.length === 3 ? "lg:text-2xl" : "lg:text-3xl"),
                )}
              >
                {banner.title}
              </span>
              {banner.subtitle ? (
                <span
                  className={cx(
                    "mt-1.5 block max-w-xl text-sm text-white/90",
                    several ? "lg:text-base" : "md:text-base",
                  )}
                >
                  {banner.subtitle}
                </span>
              ) : null}
            </span>
          </BannerLink>
        </div>
      ))}
    </section>
  );
}

function BannerLink({ banner, children }: { banner: BannerView; children: ReactNode }) {
  // Long words make it higher: what is only clipped still has the height of its content.
  const frame =
    "relative flex aspect-[16/10] min-h-full w-full overflow-clip rounded-xl bg-sunken md:aspect-[2/1]";
  const target = banner.open_in_new_tab ? { target: "_blank", rel: "noopener noreferrer" } : {};
  if (banner.link_type === "internal" && banner.link_url?.startsWith("/")) {
    return (
      <Link href={banner.link_url} className={frame} {...target}>
        {children}
      </Link>
    );
  }
  if (banner.link_type === "external" && /^https?:\/\//.test(banner.link_url ?? "")) {
    return (
      <a href={banner.link_url ?? undefined} className={frame} {...target} rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  return <div className={frame}>{children}</div>;
}
