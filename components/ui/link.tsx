"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * Every page is drawn for its reader, so fetching ahead whatever scrolls by would cost two renderings for each link on
 * the screen. A pointer, a finger or the keyboard on the link is the sign that it will be followed.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, "prefetch">) {
  const [isMeant, setMeant] = useState(false);
  const meant =
    <E,>(then: ((event: E) => void) | undefined) =>
    (event: E) => {
      setMeant(true);
      then?.(event);
    };
  return (
    <NextLink
      {...props}
      prefetch={isMeant}
      onMouseEnter={meant(props.onMouseEnter)}
      onTouchStart={meant(props.onTouchStart)}
      onFocus={meant(props.onFocus)}
    />
  );
}
