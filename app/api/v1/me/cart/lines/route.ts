import { endpoint, route } from "@/lib/http/route";
import { addToCart } from "@/lib/orders/cart/change-cart";
import { cartLinesBody, cartWithAdded } from "@/lib/orders/cart/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "addToOwnCart",
      auth: "user",
      body: cartLinesBody,
      response: cartWithAdded,
      summary: "Add lines to the cart; the numbers of equal lines add up",
    },
    ({ actor, body }) => addToCart(actor, body),
  ),
});
