import { InvalidArgumentError } from "commander";

/** The number of a SKU on a command line. */
export function optionId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a number of the admin.");
  return Number(text);
}
