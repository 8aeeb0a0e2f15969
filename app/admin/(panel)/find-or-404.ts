import { notFound } from "next/navigation";
import { AppError } from "@/lib/core/errors";

/** A read that says `not_found` becomes the page that says so. */
export async function findOr404<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (problem) {
    if (problem instanceof AppError && problem.kind === "not_found") notFound();
    throw problem;
  }
}

/** A number in a path; anything else cannot be found. */
export function idOr404(text: string): number {
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return id > 0 ? id : notFound();
}
