import { endpoint, route } from "@/lib/http/route";
import { replaceCart } from "@/lib/orders/cart/change-cart";
import { getCart } from "@/lib/orders/cart/read-cart";
import { cart, cartBody } from "@/lib/orders/cart/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    { name: "getOwnCart", auth: "user", response: cart, summary: "What the caller has put aside to buy" },
    ({ actor }) => getCart(actor),
  ),
  PUT: route(
    {
      name: "replaceOwnCart",
      auth: "user",
      body: cartBody,
      response: cart,
      summary: "Replace the cart that was read; refused when another device changed it meanwhile",
    },
    ({ actor, body }) => replaceCart(actor, body),
  ),
});
