"use client";

import type { ComponentProps } from "react";
import { later } from "@/components/ui/later";
import type { Problem as Said } from "./problem";

const Later = later(() => import("./problem").then((module) => module.Problem));

/** Says a problem in a part that the browser draws: the words of all problems come with the first one. */
export const Problem = (props: ComponentProps<typeof Said>) => (props.told ? <Later {...props} /> : null);
