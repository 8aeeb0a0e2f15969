"use client";

import { useEffect } from "react";
import { readKnownOrders } from "../order/guest-tokens";
import { forgetGoodsOfOthers, isKeeping } from "./kept-goods";
import { dropOfflinePage, renewOfflinePage } from "./offline-page";

/** Looks after what this browser keeps, once a page. */
export function OfflinePart() {
  useEffect(() => {
    forgetGoodsOfOthers();
    void (isKeeping() || readKnownOrders().length > 0 ? renewOfflinePage() : dropOfflinePage());
  }, []);
  return null;
}
