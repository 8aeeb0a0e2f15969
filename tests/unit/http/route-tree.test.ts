import { describe, expect, it } from "vitest";
import { RouteTree } from "@/lib/http/route-tree";

const folders = [
  "api/orders",
  "api/orders/[order_no]",
  "api/orders/preview",
  "api/orders/[order_no]/items/[item]",
];
const routes = Object.fromEntries(folders.map((folder) => [folder, folder]));

describe("the route tree", () => {
  const tree = new RouteTree(routes);
  it.each([
    ["/api/orders", {}],
    ["/api/orders/A1/", { order_no: "A1" }],
    ["/api/orders/A1", { order_no: "A1" }],
    ["/api/orders/preview", {}],
    ["/api/orders/preview/items/2", { order_no: "preview", item: "2" }],
    ["/api/orders/a%20%2Fb", { order_no: "a /b" }],
  ])("finds %s", (path, params) => {
    expect(tree.find(path)?.params).toEqual(params);
  });

  it.each([
    "/",
    "/api",
    "/api/orders//",
    "/api/orders//items/2",
    "/api/orders/A1/items",
    "/api/orders/%E0",
    "/API/orders",
    "//api/orders",
  ])("leaves %s to the next", (path) => {
    expect(tree.find(path)).toBeNull();
  });

  it.each([
    "/api",
    "/api/",
    "/api/orders//",
    "/api/orders/%E0",
    "/api/orders/A1/items",
    "/api/nothing/at/all",
  ])("gives %s to what is for the rest, where there is such a thing", (path) => {
    const found = new RouteTree({ ...routes, "api/[[...path]]": "the rest" }).find(path);
    expect(found).toEqual({ route: "api/[[...path]]", value: "the rest", params: {} });
  });
});
