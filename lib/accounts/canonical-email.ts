import { AppError } from "../core/errors";
import { readEmail } from "../core/formats/email-address";

/** The address in the one spelling of its mailbox (C68). @throws AppError `malformed` */
export function canonicalEmail(text: string, field = "email"): string {
  const read = readEmail(text);
  if ("problem" in read) throw new AppError("malformed", read.problem, { field });
  return read.email;
}
