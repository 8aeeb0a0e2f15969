"use client";

import { useEffect } from "react";
import { listensEvent } from "./early-presses";

/** Tells the head's script that React listens. */
export function PageListens() {
  useEffect(() => {
    dispatchEvent(new Event(listensEvent));
  }, []);
  return null;
}
