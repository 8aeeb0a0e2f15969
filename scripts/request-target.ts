const isDotSegment = (segment: string) => /^(\.|%2e){1,2}$/i.test(segment);

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * What is wrong with the target of a request, or null. Two readers of one path must not take it for two: a backslash is a
 * slash to some, and `..` is a step up. The API answers in its envelope for what it cannot decode.
 */
export function refuseTarget(target: string): string | null {
  if (!target.startsWith("/")) return "The request must name a path";
  const [path = "/"] = target.split("?", 1);
  if (path.includes("\\") || path.split("/").some(isDotSegment)) {
    return "The path must have no backslash and no segment of dots";
  }
  if (path.startsWith("/api/v1/")) return null;
  if (!isDecodable(path)) return "The path is not valid UTF-8";
  return /%00/.test(target) ? "The address must not contain U+0000" : null;
}
