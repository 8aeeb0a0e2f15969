import { operation, resource } from "@/lib/http/route";
import { findAnything } from "@/lib/reports/find-anything";
import { findBody, foundThings } from "@/lib/reports/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/find", {
  findAnything: operation("POST /", {
    byPermissions: true,
    summary: "Orders, payments, keys, gift cards, users, products and sites that a text names",
    body: findBody,
    response: foundThings,
    handle: ({ actor, body }) => findAnything(actor, body.text),
  }),
});
