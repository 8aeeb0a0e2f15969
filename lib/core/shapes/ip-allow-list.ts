import { z } from "zod";
import { plainText } from "../wire";
import { describedAs } from "./described";

const octet = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const ipRange = describedAs(plainText(60, 1), {
  is: {
    type: "string",
    anyOf: [{ pattern: `^${octet}(\\.${octet}){3}(/([0-9]|[12][0-9]|3[0-2]))?$` }, { format: "ipv6" }],
  },
});

/** Addresses and networks from which calls may come; empty is from everywhere. `requireIpRanges` reads them on the server. */
export const ipAllowListIn = z.array(ipRange).max(50);
