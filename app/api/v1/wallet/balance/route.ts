import { endpoint, route } from "@/lib/http/route";
import { getBalance } from "@/lib/wallet/queries";
import { walletBalance } from "@/lib/wallet/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    { name: "getBalance", auth: "user", summary: "Wallet balance", response: walletBalance },
    ({ actor }) => getBalance(actor.userId),
  ),
});
