import type { z } from "zod";
import { AppError } from "../../core/errors";
import { paramRecord, parseInput, queryRecord } from "../body/parse-input";
import { parseJson, readBody } from "../body/read-body";
import type { Surface } from "../surfaces";
import type { Call } from "./call";

type Schema = z.ZodType;

export interface Context {
  params?: Promise<Record<string, string | string[]>>;
}

interface Schemas {
  params?: Schema | undefined;
  query?: Schema | undefined;
  body?: Schema | undefined;
}

const bodyMethods = new Set(["POST", "PUT", "PATCH", "DELETE"]);

export const hasBody = ({ method }: Request): boolean => bodyMethods.has(method);

function jsonBody({ request, rawBody }: Call, surface: Surface): unknown {
  if (rawBody.byteLength === 0) return {};
  const type = request.headers.get("content-type") ?? "";
  if (surface === "storefront" && !/^application\/([\w.+-]+\+)?json\b/i.test(type)) {
    throw new AppError("unsupported_media_type", "content_type");
  }
  return parseJson(rawBody, { refuseRepeatedKeys: surface === "interconnect" });
}

/** Reads body, address and query by their schemas. @throws AppError */
export async function readInput(
  call: Call,
  { params, query, body }: Schemas,
  { surface, bodyCap, context }: { surface: Surface; bodyCap: number; context: Context | undefined },
) {
  const { request, url } = call;
  // Nothing is read for somebody who may not call; a signed call was read to be proved.
  if (!call.signedAs && hasBody(request)) call.rawBody = await readBody(request, bodyCap);
  const given = paramRecord((await context?.params) ?? {});
  return {
    params: params ? parseInput(params, given, "path") : undefined,
    query: query ? parseInput(query, queryRecord(url.searchParams), "query") : undefined,
    body: body ? parseInput(body, jsonBody(call, surface)) : undefined,
  };
}
