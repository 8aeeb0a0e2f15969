import type { MetadataRoute } from "next";
import { getSettings } from "@/lib/settings/queries";

export const dynamic = "force-dynamic";

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { siteName } = await getSettings();
  return {
    name: siteName,
    short_name: siteName.slice(0, 12),
    start_url: "/",
    display: "minimal-ui",
    background_color: "#f5f7f4",
    theme_color: "#12594a",
    icons: [{ src: "/icon.svg", sizes: "any", type: "image/svg+xml" }],
  };
}
