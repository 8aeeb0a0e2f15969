import type { MetadataRoute } from "next";
import { getConfig } from "@/lib/config/config";

export const dynamic = "force-dynamic";

export default function robots(): MetadataRoute.Robots {
  const { baseUrl } = getConfig().server;
  return {
    rules: {
      userAgent: "*",
      allow: "/",
      disallow: ["/admin", "/account", "/api/", "/orders/", "/pay/", "/preferences"],
    },
    sitemap: new URL("/sitemap.xml", baseUrl).href,
  };
}
