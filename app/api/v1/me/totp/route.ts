import { getTotpStatus } from "@/lib/accounts/queries";
import { totpStatus } from "@/lib/accounts/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    { name: "getTotpStatus", auth: "user", response: totpStatus, summary: "Whether two-step log-in is on" },
    ({ actor }) => getTotpStatus(actor),
  ),
});
