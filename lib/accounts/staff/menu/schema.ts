import { z } from "zod";
import { rule } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";

/** As many as a screen of 800 pixels shows with the headings of all areas below. */
export const mostPins = 8;

const pageKey = z.string().check(...shapedAs(/^[a-z][a-z-]{0,39}$/));

/** Pages at the top of the menu, in this order; none gives the usual ones back. */
export const menuPinsBody = z.object({
  pins: z
    .array(pageKey)
    .max(mostPins)
    .refine((pins) => new Set(pins).size === pins.length, { error: rule("given_twice") }),
});
export type MenuPinsBody = z.output<typeof menuPinsBody>;
export const menuPinsSaved = z.object({ pins: z.array(z.string()) });
