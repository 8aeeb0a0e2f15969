import { endpoint, route } from "@/lib/http/route";
import { getSiteAccount } from "@/lib/interconnect/main/account";
import { siteAccount } from "@/lib/interconnect/main/schema";
import { getTestAccount } from "@/lib/interconnect/main/test-key/read-test-account";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    { name: "getSiteAccount", auth: "site", response: siteAccount, summary: "Read the agent's own account" },
    ({ actor }) => (actor.kind === "site_test" ? getTestAccount(actor) : getSiteAccount(actor)),
  ),
});
