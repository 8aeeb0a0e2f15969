import { getTranslations } from "next-intl/server";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import type { CategoryView } from "@/lib/catalogue/schema";
import { type ListQuery, listHref } from "./list-query";

interface CategoryNavProps {
  query: ListQuery;
  categories: readonly CategoryView[];
  /** Goods of each category under the present choices. */
  counts: ReadonlyMap<number, number>;
}

interface Branch {
  category: CategoryView;
  below: readonly CategoryView[];
  /** It or one of those below it is what the list shows. */
  isOpen: boolean;
}

function branchesOf({ query, categories }: Omit<CategoryNavProps, "counts">): Branch[] {
  return categories
    .filter(({ parent_id }) => parent_id === null)
    .map((category) => {
      const below = categories.filter(({ parent_id }) => parent_id === category.id);
      const isOpen = [category, ...below].some(({ slug }) => slug === query.category);
      return { category, below, isOpen };
    });
}

/** Two levels on a desk: the present branch is open. */
export async function CategoryNav(props: CategoryNavProps) {
  const { query, counts } = props;
  const t = await getTranslations("catalogue.list");
  const hrefOf = (category: string | null) => listHref({ ...query, category, page: 1 });
  const entryOf = ({ id, slug, name }: CategoryView) => (
    <NavEntry href={hrefOf(slug)} active={query.category === slug} count={counts.get(id) ?? 0}>
      {name}
    </NavEntry>
  );
  return (
    <nav aria-label={t("categories")} className="max-lg:hidden">
      <h2 className="choice-head">{t("categories")}</h2>
      <ul>
        <li>
          <NavEntry href={hrefOf(null)} active={!query.category}>
            {t("allCategories")}
          </NavEntry>
        </li>
        {branchesOf(props).map(({ category, below, isOpen }) => (
          <li key={category.id}>
            {entryOf(category)}
            {isOpen && below.length > 0 ? (
              <ul className="ms-2 border-line border-s ps-2">
                {below.map((child) => (
                  <li key={child.id}>{entryOf(child)}</li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}

type NavEntryProps = { href: string; active: boolean; count?: number; children: string };

function NavEntry({ href, active, count, children }: NavEntryProps) {
  return (
    <Link
      href={href}
      aria-current={active ? "page" : undefined}
      className={cx("choice", active && "choice-now")}
    >
      <span>{children}</span>
      {count === undefined ? null : <span>{count}</span>}
    </Link>
  );
}

/** One row of chips on a phone, and below it one of the present branch. */
export async function CategoryChips(props: CategoryNavProps) {
  const { query, counts } = props;
  const t = await getTranslations("catalogue.list");
  const branches = branchesOf(props);
  const open = branches.find(({ isOpen }) => isOpen);
  // The row scrolls: what is chosen has to stand where it begins.
  const inRow = branches.toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen));
  const hrefOf = (category: string | null) => listHref({ ...query, category, page: 1 });
  const row = "no-scrollbar -mx-4 flex gap-2 overflow-x-auto px-4 md:mx-0 md:flex-wrap md:px-0";
  return (
    <nav aria-label={t("categories")} className="flex flex-col gap-2 lg:hidden">
      <div className={row}>
        <CategoryChip href={hrefOf(null)} active={!query.category}>
          {t("allCategories")}
        </CategoryChip>
        {inRow.map(({ category: { id, slug, name }, isOpen }) => (
          <CategoryChip
            key={id}
            href={hrefOf(slug)}
            active={query.category === slug}
            isOpen={isOpen}
            count={counts.get(id) ?? 0}
          >
            {name}
          </CategoryChip>
        ))}
      </div>
      {open && open.below.length > 0 ? (
        <div className={row}>
          {open.below.map(({ id, slug, name }) => (
            <CategoryChip
              key={id}
              href={hrefOf(slug)}
              active={query.category === slug}
              count={counts.get(id) ?? 0}
            >
              {name}
            </CategoryChip>
          ))}
        </div>
      ) : null}
    </nav>
  );
}

type CategoryChipProps = NavEntryProps & {
  /** The branch of the present list, whose own chip may not be the present one. */
  isOpen?: boolean;
};

function CategoryChip({ href, active, isOpen = active, count, children }: CategoryChipProps) {
  return (
    <Link
      href={href}
      aria-current={active ? "page" : undefined}
      className={cx(
        "inline-flex min-h-10 shrink-0 items-center gap-2 rounded-full border px-4 text-sm transition-colors",
        active
          ? "border-pine bg-pine text-on-pine"
          : isOpen
            ? "border-pine bg-pine-soft text-pine"
            : "border-line-strong bg-surface text-ink-muted hover:border-control hover:text-ink",
      )}
    >
      <span className="max-w-56 truncate" title={children}>
        {children}
      </span>
      {count === undefined ? null : <span className="tabular text-xs opacity-75">{count}</span>}
    </Link>
  );
}
