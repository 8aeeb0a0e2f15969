import { format, stripVTControlCharacters } from "node:util";
import { log } from "@/lib/core/process/log";

type Level = "info" | "warn" | "error";

/** Somebody sits there: what a program collects is kept and copied. */
export const isTerminal = process.stdout.isTTY === true;

/** Tells the operator: text at a terminal, a line of the log where a program collects it. */
export function say(text: string, level: Level = "info", fields: Record<string, unknown> = {}): void {
  if (!isTerminal) log[level](fields, text.trim());
  else if (level === "info") console.log(text);
  else console.error(text);
}

const levels = [
  ["debug", "info"],
  ["log", "info"],
  ["info", "info"],
  ["warn", "warn"],
  ["error", "error"],
] as const;

/** Next and packages write to the console, some of it over many lines: where a program collects it, each is a line of the log. */
export function sayWhatOthersWrite(): void {
  if (isTerminal) return;
  for (const [name, level] of levels)
    console[name] = (...words: unknown[]) => {
      const text = stripVTControlCharacters(format(...words)).trim();
      if (text !== "") log[level]({}, text);
    };
}
