import type { MetadataRoute } from "next";
import { paperOf } from "@/lib/settings/look/look-css";
import { getSettings } from "@/lib/settings/queries";

export const dynamic = "force-dynamic";

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { siteName, look } = await getSettings();
  const { light } = paperOf(look);
  return {
    name: siteName,
    short_name: siteName,
    start_url: "/",
    display: "standalone",
    background_color: light,
    theme_color: light,
    icons: [
      { src: "/brand/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/brand/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/brand/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
