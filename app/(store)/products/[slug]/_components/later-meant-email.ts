"use client";

import { later } from "@/components/ui/later";

/** Comes with the first address that was typed. */
export const MeantEmail = later(() => import("./meant-email").then((module) => module.MeantEmail));
