import { z } from "zod";

/** No pattern of ours is for a longer text unless it says so. */
const longest = 500;

/**
 * The checks of a text that follows a pattern, its length before its shape: zod goes on after a check that failed unless that
 * one ends it, and a pattern that runs on all that fits a body can take a minute. The only place that hands zod a pattern.
 */
export const shapedAs = (pattern: RegExp, error?: string, max = longest) =>
  [z.maxLength(max, { abort: true }), z.regex(pattern, error)] as const;
