import { routeModules } from "@/app/api/v1/route-modules";
import type { Routes } from "./with-routes";

/** The routes that the server answers by itself, by their folders below app/. */
export const api: Routes = {
  ...Object.fromEntries(Object.entries(routeModules).map(([folder, load]) => [`api/v1/${folder}`, load])),
  "api/health": () => import("@/app/api/health/route"),
  "api/health/live": () => import("@/app/api/health/live/route"),
  "api/health/ready": () => import("@/app/api/health/ready/route"),
  metrics: () => import("@/app/metrics/route"),
  "api/v1/openapi.json": () => import("@/app/api/v1/openapi.json/route"),
  "api/v1/admin/openapi.json": () => import("@/app/api/v1/admin/openapi.json/route"),
  "api/v1/[[...path]]": () => import("@/app/api/v1/[[...path]]/route"),
};
