import { z } from "zod";
import { plainText } from "../wire";
import { describedAs } from "./described";

const ipRange = describedAs(plainText(60, 1), {
  is: { type: "string", minLength: 1, maxLength: 60, examples: ["203.0.113.0/24"] },
});

/** Addresses and networks from which calls may come; empty is from everywhere. `requireIpRanges` reads them on the server. */
export const ipAllowListIn = z.array(ipRange).max(50);
