"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * Every page is drawn for its reader, so fetching ahead whatever scrolls by would cost two renderings for each link on
 * the screen. A pointer that moves on the link, a finger or the keyboard is the sign that it will be followed; a pointer that rests where
 * the link came to stand is none.
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
      onMouseMove={meant(props.onMouseMove)}
      onTouchStart={meant(props.onTouchStart)}
      onFocus={meant(props.onFocus)}
    />
  );
}
