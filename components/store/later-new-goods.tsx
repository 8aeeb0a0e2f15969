"use client";

import { later } from "@/components/ui/later";

/** Comes when it is shown: the page for unknown addresses is drawn into every page below its layout. */
export const LaterNewGoods = later(() => import("./new-goods").then((module) => module.NewGoods), {
  browserOnly: true,
});
