import type { z } from "zod";
import { log } from "../../core/process/log";
import { projectAnswer } from "../answer/project-answer";
import { hasBody } from "./read";

/**
 * Holds what an operation made to the schema of its answer. One that breaks it is a fault of ours, and a read says so. After a
 * write it must not hide what was committed and is told only once, as the token of a guest's order.
 */
export function toAnswer<R extends z.ZodType>(request: Request, response: R, made: unknown): z.output<R> {
  const parsed = response.safeParse(made);
  if (parsed.success) return parsed.data;
  if (!hasBody(request)) throw parsed.error;
  log.error({ error: parsed.error }, "an answer after a write breaks its schema");
  return projectAnswer(response, made) as z.output<R>;
}
