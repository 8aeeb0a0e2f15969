import { cx } from "./cx";

const base =
  "inline-flex select-none items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium transition-[background-color,border-color,color,box-shadow,transform] duration-100 active:translate-y-px focus-visible:rounded-md disabled:opacity-55 disabled:active:translate-y-0 aria-disabled:opacity-55 aria-disabled:active:translate-y-0 [&_svg]:shrink-0";

/** A browser that puts its own colours in place of ours drops the filled shape: a line is left of the button. */
const filled = "forced-colors:border";

const variants = {
  primary: `bg-pine text-on-pine shadow-low hover:bg-pine-strong ${filled}`,
  secondary: "border border-line-strong bg-surface text-ink hover:border-control hover:bg-sunken",
  soft: `bg-pine-soft text-pine hover:text-pine-strong ${filled}`,
  ghost: "text-ink-muted hover:bg-sunken hover:text-ink",
  danger: `bg-danger text-on-danger hover:bg-danger-strong ${filled}`,
  link: "text-pine underline underline-offset-4 hover:text-pine-strong",
} as const;

const sizes = {
  sm: "min-h-9 px-3 text-sm [&_svg]:size-4",
  md: "min-h-11 px-4 text-[0.9375rem] md:min-h-10 [&_svg]:size-4.5",
  lg: "min-h-12 px-6 text-base [&_svg]:size-5",
  icon: "size-11 md:size-10 [&_svg]:size-5",
  "icon-sm": "size-9 [&_svg]:size-4",
  bare: "",
} as const;

export type ButtonVariant = keyof typeof variants;
export type ButtonSize = keyof typeof sizes;

/** For links that look like buttons; importing this brings no component along. */
export function buttonClass(
  variant: ButtonVariant = "primary",
  size: ButtonSize = "md",
  className?: string,
): string {
  return cx(base, variants[variant], sizes[size], className);
}
