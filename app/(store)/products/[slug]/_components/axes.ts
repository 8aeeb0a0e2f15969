import type { SkuView } from "@/lib/catalogue/schema";

type Option = Pick<SkuView, "id" | "spec" | "stock_status">;

/** A question that the options answer, as "Platform", with its answers in the order of the options. */
interface Axis {
  name: string;
  values: readonly string[];
}

/** An answer, and the option that it leads to; without one the answer does not go with those above it. */
interface Answer<O extends Option> {
  value: string;
  leadsTo: O | null;
}

export const isSoldOut = ({ stock_status }: Pick<SkuView, "stock_status">): boolean =>
  stock_status === "out_of_stock";

/**
 * Attributes by which the options differ. None where the attributes do not tell each option from the others: such
 * options are chosen by their names.
 */
export function axesOf(options: readonly Option[]): Axis[] {
  const [first] = options;
  if (!first || options.length < 2) return [];
  const names = Object.keys(first.spec);
  const answersAll = options.every(
    ({ spec }) => Object.keys(spec).length === names.length && names.every((name) => spec[name]),
  );
  if (!answersAll) return [];
  const axes = names
    .map((name) => ({ name, values: [...new Set(options.map(({ spec }) => spec[name] ?? ""))] }))
    .filter(({ values }) => values.length > 1);
  const told = new Set(options.map(({ spec }) => JSON.stringify(axes.map(({ name }) => spec[name]))));
  return told.size === options.length ? axes : [];
}

/** How many of these axes are answered alike. */
const alike = (axes: readonly Axis[], one: Option, other: Option | undefined): number =>
  axes.filter(({ name }) => one.spec[name] === other?.spec[name]).length;

/**
 * The answers of one axis. Those above it stay as they are; those below follow, as near to what was chosen as there is, and what
 * can be bought before what is sold out. So any option is reached by one press an axis, from the first to the last.
 */
export function answersOf<O extends Option>(
  axes: readonly Axis[],
  at: number,
  options: readonly O[],
  chosen: O | undefined,
): Answer<O>[] {
  const above = axes.slice(0, at);
  const below = axes.slice(at + 1);
  const axis = axes[at];
  if (!axis) return [];
  return axis.values.map((value) => {
    const fitting = options.filter(
      (option) => option.spec[axis.name] === value && alike(above, option, chosen) === above.length,
    );
    const [best] = fitting.sort(
      (a, b) =>
        Number(isSoldOut(a)) - Number(isSoldOut(b)) || alike(below, b, chosen) - alike(below, a, chosen),
    );
    return { value, leadsTo: best ?? null };
  });
}
