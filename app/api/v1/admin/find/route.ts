import { endpoint, route } from "@/lib/http/route";
import { findAnything } from "@/lib/reports/find-anything";
import { findBody, foundThings } from "@/lib/reports/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      summary: "Orders, payments, keys, gift cards, users, products and sites that a text names",
      body: findBody,
      response: foundThings,
    },
    ({ actor, body }) => findAnything(actor, body.text),
  ),
});
