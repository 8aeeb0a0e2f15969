import { useTranslations } from "next-intl";
import { Panel } from "@/components/admin/page-frame";
import { CopyButton } from "@/components/ui/copy-button";
import type { Updates } from "@/lib/operations/updates/schema";

/** Commands for the shell where this program cannot be changed by a button, by the way in which it was installed. */
const commandsOf = {
  image: () => "docker compose up -d",
  clone: (version: string) =>
    `git fetch --tags && npm run prepare-update -- ${version}\ngit checkout --detach ${version} && npm start`,
  archive: (version: string) =>
    `keyshelf verify-release keyshelf-${version}-linux-x64.tar.gz\nkeyshelf stop && ./keyshelf-${version}-linux-x64/bin/keyshelf start`,
} as const;

export function InstallationHint({ updates }: { updates: Updates }) {
  const t = useTranslations("admin-system.about");
  const { installation, newer, has_updater } = updates;
  if (installation === "versions")
    return has_updater ? null : (
      <Panel title={t("noUpdater")}>
        <p className="text-ink-muted text-sm">{t("noUpdaterText")}</p>
      </Panel>
    );
  const version = newer[0]?.version ?? "<version>";
  const commands = commandsOf[installation](installation === "clone" ? `v${version}` : version);
  return (
    <Panel title={t(installation)} description={t(`${installation}Text`)}>
      <div className="flex items-start gap-2">
        <pre className="min-w-0 grow overflow-x-auto whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2 font-mono text-xs">
          {commands}
        </pre>
        <CopyButton value={commands} name={t("commands")} size="icon-sm" variant="ghost" />
      </div>
    </Panel>
  );
}
