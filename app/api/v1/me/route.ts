import { getCurrentUser } from "@/lib/accounts/queries";
import { currentUser } from "@/lib/accounts/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    { name: "getCurrentUser", auth: "user", response: currentUser, summary: "Current user" },
    ({ actor }) => getCurrentUser(actor),
  ),
});
