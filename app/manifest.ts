import type { MetadataRoute } from "next";
import { getSettings } from "@/lib/settings/queries";

export const dynamic = "force-dynamic";

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { siteName } = await getSettings();
  return {
    name: siteName,
    short_name: siteName,
    start_url: "/",
    display: "standalone",
    background_color: "#f5f7f4",
    theme_color: "#f5f7f4",
    icons: [
      { src: "/brand/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/brand/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/brand/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
