"use client";

import { Download, KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import { cx } from "@/components/ui/cx";
import { downloadText } from "@/components/ui/download-text";
import { textOfUnits } from "@/lib/core/units-text";
import { FileList } from "./file-list";
import { KeyList } from "./key-list";
import { LivingText } from "./living-text";
import { type Goods, readGoods } from "./read-goods";

const titles = {
  card_key: "yourKeys",
  account: "yourAccounts",
  link: "yourLinks",
  license: "yourLicenses",
  text: "yourText",
  none: "yourText",
} as const;

/** Texts that may be copied or kept: one that cannot be read now is none. */
const copied = (item: Goods): string[] => [
  ...readGoods(item).texts,
  ...(item.fulfillment.living?.state === "current" ? [item.fulfillment.living.text] : []),
];

/** The goods in one word when all are of a kind. */
function titleOf(items: readonly Goods[]) {
  const [first, ...others] = items;
  if (!first) return "yourGoods";
  if (items.every((item) => item.fulfillment.files && copied(item).length === 0)) return "files.title";
  const title = titles[readGoods(first).kind];
  return others.every((item) => titles[readGoods(item).kind] === title) ? title : "yourGoods";
}

function ItemTexts({ item, line }: { item: Goods; line: string }) {
  const { kind, texts } = readGoods(item);
  return texts.length > 0 ? <KeyList kind={kind} secrets={texts} line={line} /> : null;
}

type OrderKeysProps = {
  items: readonly Goods[];
  /** Name of the goods in this browser and in the name of a file: the order's number. */
  name: string;
  /** Where a browser without script gets the file. */
  downloadPath?: string;
  /** The page begins with something else. */
  isSecond?: boolean;
};

/** The goods, each item in the form that its kind asks for. */
export function OrderKeys({ items, name, downloadPath, isSecond = false }: OrderKeysProps) {
  const t = useTranslations("order");
  const ready = items.filter(
    (item) => readGoods(item).texts.length > 0 || item.fulfillment.files || item.fulfillment.living,
  );
  const texts = ready.flatMap(copied);
  const total = texts.length;
  const payload = textOfUnits(texts);
  const several = ready.length > 1;
  const Heading = several ? "h3" : "h2";
  const Title = isSecond ? "h2" : "h1";
  const save = () => downloadText(`${name}.txt`, payload);

  return (
    <section aria-labelledby="keys">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Title id="keys" className={cx("flex items-center gap-2.5", isSecond ? "text-xl" : "text-2xl")}>
          <KeyRound className="size-6 text-brass" aria-hidden />
          {t(titleOf(ready), { count: total })}
        </Title>
        <div className="flex gap-2 print:hidden">
          {total > 1 ? <CopyButton value={payload} label={t("copyAll")} variant="primary" /> : null}
          {/* A link, so that it works without script; with it the goods need not be asked for again. */}
          {total > 0 && downloadPath ? (
            <a
              href={downloadPath}
              download={`${name}.txt`}
              className={buttonClass("secondary")}
              onClick={(event) => {
                event.preventDefault();
                save();
              }}
            >
              <Download aria-hidden />
              {t("download")}
            </a>
          ) : null}
          {total > 0 && !downloadPath ? (
            <Button variant="secondary" onClick={save}>
              <Download aria-hidden />
              {t("download")}
            </Button>
          ) : null}
        </div>
      </div>

      {ready.map((item) => (
        <div key={item.id} className="mt-4">
          {several ? (
            <h2 className="mb-2 break-words text-base">
              {item.title}
              {item.sku_name ? <span className="font-normal text-ink-muted"> · {item.sku_name}</span> : null}
            </h2>
          ) : null}
          {item.fulfillment.renewal ? (
            <p className="mb-4 text-ink-muted text-sm">
              {t(item.fulfillment.renewal.is_new ? "renewals.anew" : "renewals.moved", {
                order: item.fulfillment.renewal.order_no,
              })}
            </p>
          ) : null}
          {item.fulfillment.living ? <LivingText living={item.fulfillment.living} /> : null}
          <FileList files={item.fulfillment.files ?? []} />
          <ItemTexts item={item} line={`${name} ${item.id}`} />
          {item.fulfillment.instructions ? (
            <div className="mt-4 rounded-lg border border-line bg-surface p-4 sm:p-5">
              <Heading className="text-base">{t("instructions")}</Heading>
              <p className="mt-1.5 whitespace-pre-line break-words text-ink-muted">
                {item.fulfillment.instructions}
              </p>
            </div>
          ) : null}
        </div>
      ))}
    </section>
  );
}
