import { readEmail } from "../core/email-address";
import { AppError } from "../core/errors";

/** The address in the one spelling of its mailbox (C68). @throws AppError `malformed` */
export function canonicalEmail(text: string, field = "email"): string {
  const read = readEmail(text);
  if ("problem" in read) throw new AppError("malformed", read.problem, { field });
  return read.email;
}
