"use client";

import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { Button } from "@/components/ui/button";
import { later } from "@/components/ui/later";
import { useHydrated } from "@/components/ui/use-hydrated";
import { AccountCard } from "./account-card";
import { KeyTag } from "./key-tag";
import { isWebAddress, LinkCard } from "./link-card";
import type { GoodsKind } from "./read-goods";
import { TextGoods } from "./text-goods";
import type { Unit } from "./unit";
import { UsedMark } from "./used-mark";
import { useUsedUnits } from "./used-units";

const KeySearch = later(() => import("./key-search").then((module) => module.KeySearch));

/** Above this many they are searched and not scrolled through. */
const long = 50;
const shownFirst = 20;

type KeyListProps = {
  kind: GoodsKind;
  secrets: readonly string[];
  /** Name of the order's line, by which this browser keeps what was used of it. */
  line: string;
};

/** One item's goods. A reusable content may stand there twice, so that each is known by its place and not by itself. */
export function KeyList({ kind, secrets, line }: KeyListProps) {
  const t = useTranslations("order");
  const hydrated = useHydrated();
  const { used, toggle } = useUsedUnits(line);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed.trim().toLowerCase());
  const total = secrets.length;
  const numbered = secrets.map((secret, place) => ({ secret, number: place + 1 }));
  const found = wanted ? numbered.filter(({ secret }) => secret.toLowerCase().includes(wanted)) : numbered;
  // Without script all are there: nothing could open the rest.
  const isCut = hydrated && total > long && !isOpen && !wanted;
  // Nobody loses track of one.
  const isTicked = hydrated && total > 1;
  return (
    <>
      {isTicked && used.size > 0 ? (
        <p className="mb-2 text-ink-muted text-sm print:hidden">{t("usedOf", { used: used.size, total })}</p>
      ) : null}
      {hydrated && total > long ? (
        <div className="mb-3 print:hidden">
          <KeySearch total={total} value={typed} onChange={setTyped} />
        </div>
      ) : null}
      <ul className="flex flex-col gap-2">
        {(isCut ? found.slice(0, shownFirst) : found).map(({ secret, number }) => (
          <Goods
            key={number}
            {...{ kind, secret, number, total }}
            isUsed={used.has(number)}
            mark={
              isTicked ? (
                <UsedMark number={number} isUsed={used.has(number)} onToggle={() => toggle(number)} />
              ) : null
            }
          />
        ))}
      </ul>
      {wanted && found.length === 0 ? (
        <p role="status" className="py-3 text-ink-muted text-sm">
          {t("noKeyFound")}
        </p>
      ) : null}
      {isCut ? (
        <Button variant="secondary" className="mt-3 w-full print:hidden" onClick={() => setOpen(true)}>
          {t("showAllKeys", { total })}
        </Button>
      ) : null}
    </>
  );
}

function Goods({ kind, ...unit }: Unit & { kind: GoodsKind }) {
  const { secret, number, total } = unit;
  if (kind === "text" || kind === "none") return <TextGoods text={secret} number={number} total={total} />;
  if (isWebAddress(secret)) return <LinkCard {...unit} />;
  return kind === "account" ? <AccountCard {...unit} /> : <KeyTag {...unit} />;
}
