import type { getTranslations } from "next-intl/server";
import type { OnceBlock } from "@/components/admin/shown-once";
import { getConfig } from "@/lib/config/config";
import { readGuide } from "@/lib/content/guide/read-guide";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-trade.sites">>>;

/** The credentials as a program of another shop takes them, and the first call of the guide with them in it. */
export async function programBlocks(t: Texts): Promise<OnceBlock[]> {
  const { baseUrl } = getConfig().server;
  const { sections } = await readGuide("first-call");
  const curl = sections.find(({ id }) => id === "curl")?.code.trim() ?? "";
  const variables = `BASE_URL=${baseUrl}\nSITE_KEY={key}\nSITE_SECRET={secret}`;
  const json = `{\n  "base_url": "${baseUrl}",\n  "key": "{key}",\n  "secret": "{secret}"\n}`;
  return [
    { label: t("asVariables"), text: variables },
    { label: t("asJson"), text: json },
    { label: t("tryIt"), text: `${variables.replace(/^/gm, "export ")}\n\n${curl}` },
  ];
}
