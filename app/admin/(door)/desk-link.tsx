import type { ComponentProps } from "react";

/**
 * Leads from the door to a page of the panel, which is loaded anew: where React replaces the whole frame in one transition, a browser
 * that is slow at that moment can stay on the old page for ever.
 */
export const DeskLink = (props: ComponentProps<"a"> & { href: string }) => <a {...props} />;
