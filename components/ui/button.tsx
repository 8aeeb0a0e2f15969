import { LoaderCircle } from "lucide-react";
import { type ComponentProps, cloneElement, isValidElement, type MouseEvent } from "react";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class";
import { cx } from "./cx";

export { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class";

type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner in place, keeps the width, and refuses further presses. */
  loading?: boolean;
  /** Gives the look to the one child, a link for instance. */
  asChild?: boolean;
};

/** Refuses a press, and the sending of a form by Enter, which presses the button too. */
function refusePress(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

export function Button({
  variant = "primary",
  size = "md",
  loading = false,
  asChild = false,
  className,
  children,
  onClick,
  type = "button",
  ...props
}: ButtonProps) {
  const classes = buttonClass(variant, size, cx(loading && "relative", className));
  if (asChild && isValidElement<ComponentProps<"button">>(children)) {
    return cloneElement(children, {
      ...props,
      ...(onClick ? { onClick } : {}),
      className: cx(classes, children.props.className),
    });
  }
  return (
    <button
      type={type}
      className={classes}
      {...props}
      // Not `disabled`: a browser takes the focus from a button that is, and gives it back to nobody.
      {...(loading ? { "aria-busy": true, "aria-disabled": true } : {})}
      onClick={loading ? refusePress : onClick}
    >
      {loading ? (
        <>
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
          <LoaderCircle className="absolute animate-spin" aria-hidden />
        </>
      ) : (
        children
      )}
    </button>
  );
}
