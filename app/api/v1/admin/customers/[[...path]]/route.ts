import { operation, resource } from "@/lib/http/route";
import { getCustomer } from "@/lib/orders/customers/find-customer";
import { getGuestCard, writeGuestCard } from "@/lib/orders/customers/guest-card";
import { mergeCustomers } from "@/lib/orders/customers/merge-customers";
import { previewMerge } from "@/lib/orders/customers/preview-merge";
import { readCustomer } from "@/lib/orders/customers/read-customer";
import {
  customerActivity,
  customerQuery,
  customersMerged,
  findCustomerQuery,
  foundCustomer,
  guestCard,
  guestCardBody,
  guestQuery,
  mergeBody,
  mergePreview,
  mergePreviewQuery,
} from "@/lib/orders/customers/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/customers",
  {
    findCustomer: operation("GET /find", {
      permission: "customers:read",
      query: findCustomerQuery,
      response: foundCustomer,
      summary: "The customer of an address, an order's number or an account's number, guests too",
      handle: ({ query }) => getCustomer(query.search),
    }),
    getGuestCard: operation("GET /guest", {
      permission: "customers:read",
      query: guestQuery,
      response: guestCard,
      summary: "What staff noted about a buyer without an account",
      handle: ({ query }) => getGuestCard(query.email),
    }),
    writeGuestCard: operation("PATCH /guest", {
      permission: "customers:write",
      body: guestCardBody,
      response: guestCard,
      summary: "Write note and tags of a buyer without an account",
      handle: ({ actor, client, body }) => writeGuestCard(actor, client, body),
    }),
    previewMerge: operation("GET /merge", {
      permission: ["customers:write", "money:write"],
      query: mergePreviewQuery,
      response: mergePreview,
      summary:
        "Whose account a merge would take, whose it would give to, and what would go over; nothing is done",
      handle: ({ query }) => previewMerge(query),
    }),
    mergeCustomers: operation("POST /merge", {
      permission: ["customers:write", "money:write"],
      proved: "customer.merge",
      body: mergeBody,
      response: customersMerged,
      summary:
        "Give an account, or the orders of a guest's address, to another account: orders, balance, notes, tags. The account that is given away is closed for good",
      handle: ({ actor, client, body }) => mergeCustomers(actor, client, body),
    }),
    readCustomer: operation("GET /", {
      permission: "customers:read",
      query: customerQuery,
      response: customerActivity,
      summary: "What happened with one customer lately: orders, words, payments, licenses, mails",
      handle: ({ actor, query }) => readCustomer(actor, query),
    }),
  },
);
