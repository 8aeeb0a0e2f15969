"use client";

import { ArrowDown, ArrowUp, ChevronDown, FileDown, PackageOpen, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { FieldError, FieldMark } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { SwitchField } from "@/components/ui/switch";
import { type GoodsKind, isKeyed } from "@/lib/catalogue/choices";
import { writeShopAmount } from "@/lib/core/money";
import { AddKeysDialog } from "./add-keys-dialog";
import type { PartProps } from "./form-part";
import type { SkuDraft } from "./product-draft";
import { SkuDetails } from "./sku-details";

/** Columns of the table where the panel is wide enough; below it each row is a card. */
export const skuGrid =
  "@xl:grid @xl:grid-cols-[minmax(8rem,2fr)_minmax(4.5rem,1fr)_minmax(4.5rem,1fr)_minmax(4.5rem,1fr)_minmax(4rem,1fr)_3.5rem] @xl:gap-2";

type SkuRowProps = {
  sku: SkuDraft;
  index: number;
  count: number;
  goods: GoodsKind;
  currency: string;
  /** The reader may import keys. */
  mayAddKeys: boolean;
  fieldError: PartProps["fieldError"];
  set: (changes: Partial<SkuDraft>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onCopyTiers: () => void;
};

/** A cell: its head stands over it on a card, and is said to screen readers in the table. */
function Cell({ label, errorId, children }: { label: string; errorId: string | null; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <span aria-hidden className="mb-1 block font-medium text-ink-muted text-xs @xl:hidden">
        {label}
      </span>
      <FieldMark errorId={errorId}>{children}</FieldMark>
    </div>
  );
}

export function SkuRow({
  sku,
  index,
  count,
  goods,
  currency,
  mayAddKeys,
  fieldError,
  set,
  onMove,
  onRemove,
  onCopyTiers,
}: SkuRowProps) {
  const t = useTranslations("admin-sell.product");
  const status = useTranslations("admin.status");
  const [isOpen, setOpen] = useState(sku.id === null && goods === "text");
  const detailsId = useId();
  const at = `skus.${index}`;
  const title = sku.name || sku.code || String(index + 1);
  const isCounted = !isKeyed(goods) && !sku.isUpstream;
  const cells = [
    ["name", t("name")],
    ["code", t("code")],
    ["price", t("price")],
    ["original_price", t("original")],
    ["cost_price", t("cost")],
    ["stock", isCounted ? t("cap") : t("stock")],
    ["is_active", t("onSale")],
  ] as const;
  const errorIdOf = (name: (typeof cells)[number][0]) =>
    fieldError(`${at}.${name}`) ? `${detailsId}-${name}` : null;
  const number = (name: "price" | "original" | "cost" | "cap", label: string, placeholder = "") => (
    <Input
      aria-label={`${label}: ${title}`}
      inputMode={name === "cap" ? "numeric" : "decimal"}
      placeholder={placeholder}
      required={name === "price"}
      value={sku[name] ?? ""}
      onChange={({ target }) => set({ [name]: target.value })}
      className="tabular"
    />
  );
  const tiers = sku.tiers
    .filter((tier) => tier.from && tier.price)
    .map((tier) => `${tier.from}+ ${tier.unit === "percent" ? `−${tier.price}%` : tier.price}`);
  const facts = [...tiers, ...sku.properties.map(({ name, value }) => `${name}: ${value}`)].join(" · ");
  // A refusal inside must be seen.
  const isShown =
    isOpen ||
    ["spec", "content", "wholesale"].some((name) => fieldError(`${at}.${name}`)) ||
    sku.tiers.some((_, tier) =>
      ["", ".min_quantity", ".price", ".percent"].some((part) =>
        fieldError(`${at}.wholesale.${tier}${part}`),
      ),
    );

  return (
    <li className="py-3">
      <div className={cx("grid grid-cols-2 gap-3 sm:grid-cols-3", skuGrid)}>
        <div className="col-span-2 grid min-w-0 gap-1.5 sm:col-span-3 @xl:col-span-1">
          <Cell label={t("name")} errorId={errorIdOf("name")}>
            <Input
              aria-label={`${t("name")} ${index + 1}`}
              placeholder={t("name")}
              value={sku.name}
              onChange={({ target }) => set({ name: target.value })}
            />
          </Cell>
          <Cell label={t("code")} errorId={errorIdOf("code")}>
            <Input
              aria-label={`${t("code")} ${index + 1}`}
              placeholder={t("code")}
              required
              value={sku.code}
              spellCheck={false}
              onChange={({ target }) => set({ code: target.value })}
              className="font-mono text-xs"
            />
          </Cell>
        </div>
        <Cell label={`${t("price")} (${currency})`} errorId={errorIdOf("price")}>
          {number("price", t("price"), writeShopAmount("0.00"))}
        </Cell>
        <Cell label={t("original")} errorId={errorIdOf("original_price")}>
          {number("original", t("original"))}
        </Cell>
        <Cell label={t("cost")} errorId={errorIdOf("cost_price")}>
          {sku.cost === null ? (
            <span className="block py-2 text-ink-muted text-sm">–</span>
          ) : (
            number("cost", t("cost"))
          )}
        </Cell>
        <Cell label={isCounted ? t("cap") : t("stock")} errorId={errorIdOf("stock")}>
          {isCounted ? (
            number("cap", t("cap"), "∞")
          ) : sku.id !== null && !sku.isUpstream ? (
            <Link
              href={`/admin/stock/${sku.id}`}
              className="tabular block py-2 text-pine text-sm hover:underline"
            >
              {t("inStock", { count: sku.free })}
            </Link>
          ) : (
            <span className="tabular block py-2 text-ink-muted text-sm">
              {sku.id === null ? "–" : sku.free}
            </span>
          )}
        </Cell>
        <Cell label={t("onSale")} errorId={errorIdOf("is_active")}>
          <SwitchField
            label={<span className="sr-only">{`${t("onSale")}: ${title}`}</span>}
            checked={sku.isActive}
            onCheckedChange={(isActive) => set({ isActive })}
            className="py-2"
          />
        </Cell>
      </div>
      {cells.map(([name, label]) => {
        const sentence = fieldError(`${at}.${name}`);
        return (
          // A sentence in a cell would break after every word.
          <FieldError key={name} id={`${detailsId}-${name}`}>
            {sentence ? `${label}: ${sentence}` : null}
          </FieldError>
        );
      })}
      <div className="mt-1 flex flex-wrap items-center gap-1">
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isShown}
          aria-controls={detailsId}
          onClick={() => setOpen(!isShown)}
        >
          <ChevronDown aria-hidden className={cx("transition-transform", isShown && "rotate-180")} />
          {t("details")}
        </Button>
        {sku.id !== null && !sku.isUpstream ? (
          <>
            {mayAddKeys && isKeyed(goods) ? <AddKeysDialog skuId={sku.id} title={title} /> : null}
            <Link href={`/admin/stock/${sku.id}`} className={buttonClass("ghost", "sm")}>
              <PackageOpen aria-hidden />
              {t("deliveryLink")}
            </Link>
            <Link href={`/admin/products/files/${sku.id}`} className={buttonClass("ghost", "sm")}>
              <FileDown aria-hidden />
              {t("filesLink")}
            </Link>
          </>
        ) : null}
        {/* Goes to a line of its own as one where the acts take the whole line. */}
        <div className="flex min-w-0 flex-1 basis-40 items-center gap-1">
          <span className="min-w-0 flex-1 truncate ps-3 text-ink-faint text-xs" title={facts || undefined}>
            {sku.delivers.map((code) => status(`kind.${code}` as never)).join(" · ")}
            {isShown || !facts ? null : `${sku.delivers.length > 0 ? " · " : ""}${facts}`}
            {sku.isUpstream ? ` ${t("upstreamNote")}` : null}
          </span>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`${t("moveUp")}: ${title}`}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          >
            <ArrowUp aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`${t("moveDown")}: ${title}`}
            disabled={index === count - 1}
            onClick={() => onMove(index + 1)}
          >
            <ArrowDown aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={t("removeSku", { name: title })}
            disabled={count === 1}
            onClick={onRemove}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      </div>
      <div id={detailsId} hidden={!isShown} className="mt-2 rounded-md bg-sunken/50 p-3">
        {isShown ? (
          <SkuDetails
            sku={sku}
            at={at}
            goods={goods}
            fieldError={fieldError}
            set={set}
            onCopyTiers={count > 1 ? onCopyTiers : undefined}
          />
        ) : null}
      </div>
    </li>
  );
}
