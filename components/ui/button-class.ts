import { cx } from "./cx";

/** The looks stand in button.css, whose names are found by their whole words. */
const variants = {
  primary: "btn-primary",
  secondary: "btn-secondary",
  soft: "btn-soft",
  ghost: "btn-ghost",
  danger: "btn-danger",
  link: "btn-link",
} as const;

const sizes = {
  sm: "btn-sm",
  md: "btn-md",
  lg: "btn-lg",
  icon: "btn-icon",
  "icon-sm": "btn-icon-sm",
  bare: "",
} as const;

export type ButtonVariant = keyof typeof variants;
export type ButtonSize = keyof typeof sizes;

/** For links that look like buttons; importing this brings no component along. */
export const buttonClass = (
  variant: ButtonVariant = "primary",
  size: ButtonSize = "md",
  className?: string,
): string => cx("btn", variants[variant], sizes[size], className);
