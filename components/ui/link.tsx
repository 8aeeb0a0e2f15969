"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * Every page is drawn for its reader, so fetching ahead whatever scrolls by would cost two renderings for each link on
 * the screen. A pointer, a finger or the keyboard on the link is the sign that it will be followed.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, "prefetch">) {
  const [isMeant, setMeant] = useState(false);
  const mean = () => setMeant(true);
  return <NextLink {...props} prefetch={isMeant} onMouseEnter={mean} onTouchStart={mean} onFocus={mean} />;
}
