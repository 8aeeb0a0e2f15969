import { getConfig } from "../../config/config";
import { AppError } from "../../core/errors";
import { checkTarget, targetRules } from "../../outgoing/public-address";
import { siteKeyPattern } from "../signature";

/** Where the main site is: without a slash at the end. @throws AppError `malformed` */
export function readBaseUrl(text: string): string {
  const target = checkTarget(text, getConfig().interconnect.allowPrivateNetworks, { needsTls: true });
  if ("refusal" in target)
    throw new AppError("malformed", targetRules[target.refusal], { field: "base_url" });
  const { url } = target;
  if (url.search || url.hash) throw new AppError("malformed", "no_query", { field: "base_url" });
  const path = url.pathname.replace(/\/+$/, "");
  // People paste the address of the API; the paths that we call begin with it.
  return `${url.origin}${path.replace(/\/api(\/v1)?$/, "")}`;
}

export function checkKey(key: string): void {
  if (!siteKeyPattern.test(key)) {
    throw new AppError("malformed", "site_key", {
      field: "key",
    });
  }
}
