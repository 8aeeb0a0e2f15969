import { AppError, notFound } from "../../core/errors";
import { findCustomer } from "./find-customer";

interface Person {
  mergedIntoId: number | null;
  status: string;
}

/** @throws AppError `not_found`, `state_conflict` for an account that was merged */
export function requireOpen<T extends Person>(user: T | null | undefined): T {
  if (!user) throw notFound("user");
  if (user.mergedIntoId !== null) throw new AppError("state_conflict", "customer_merged");
  return user;
}

/** @throws AppError as `requireOpen`, and `malformed` for an account that nobody can log in to */
export function requireReceiver<T extends Person>(user: T | null | undefined): T {
  const into = requireOpen(user);
  if (into.status === "disabled") throw new AppError("malformed", "no_such_account", { field: "into" });
  return into;
}

/** Finds the account that takes everything over. @throws AppError `malformed` without one, or for the account itself */
export async function findReceiver({
  user_id: userId,
  into,
}: {
  user_id?: number | undefined;
  into: string;
}): Promise<number> {
  const intoId = (await findCustomer(into))?.user_id ?? null;
  if (intoId === null) throw new AppError("malformed", "no_such_account", { field: "into" });
  if (userId === intoId) throw new AppError("malformed", "customer_itself", { field: "into" });
  return intoId;
}
