import { isAppError } from "../../core/errors";
import { readBody } from "./read-body";

/** Forms of the pages outside the API have a few fields. */
const formCap = 16 * 1024;

/** Answers a request outside the API, whose body is read once and never beyond 16 KiB. */
export async function withFormBody(
  request: Request,
  answer: (body: Buffer<ArrayBuffer>) => Promise<Response>,
): Promise<Response> {
  let body: Uint8Array<ArrayBuffer>;
  try {
    body = await readBody(request, formCap);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const status = error.kind === "payload_too_large" ? 413 : 400;
    return new Response(error.message, { status, headers: { "Cache-Control": "no-store" } });
  }
  return answer(Buffer.from(body.buffer));
}
