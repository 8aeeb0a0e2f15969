import type { GoodsKind } from "@/lib/catalogue/choices";

/** Drawings on a board of 240 by 180, as paths of one colour; holes by the even-odd rule. */
export const motifs = {
  /** A key. */
  key: "M62 58a32 32 0 1 0 30 43h58v22h20v-22h14v14h18v-34H92A32 32 0 0 0 62 58Zm0 20a12 12 0 1 1 0 24a12 12 0 0 1 0-24Z",
  /** A card with its stripe. */
  card: "M52 50h136a12 12 0 0 1 12 12v60a12 12 0 0 1-12 12H52a12 12 0 0 1-12-12V62a12 12 0 0 1 12-12Zm-12 20v18h160V70ZM58 108v10h44v-10Z",
  /** A ticket with its notches. */
  ticket:
    "M48 54h144a8 8 0 0 1 8 8v16a14 14 0 0 0 0 28v16a8 8 0 0 1-8 8H48a8 8 0 0 1-8-8v-16a14 14 0 0 0 0-28V62a8 8 0 0 1 8-8Zm98 8v10h6V62Zm0 20v10h6V82Zm0 20v10h6v-10Z",
  /** A disc. */
  disc: "M120 34a58 58 0 1 0 0 116a58 58 0 0 0 0-116Zm0 40a18 18 0 1 1 0 36a18 18 0 0 1 0-36Zm0 10a8 8 0 1 0 0 16a8 8 0 0 0 0-16Z",
  /** An open book. */
  book: "M116 56c-18-12-42-14-68-10v84c26-4 50-2 68 10Zm8 0c18-12 42-14 68-10v84c-26-4-50-2-68 10Z",
  /** A shield with its keyhole. */
  shield:
    "M120 34l58 20v40c0 30-24 50-58 60c-34-10-58-30-58-60V54Zm0 38a14 14 0 0 0-7 26l-5 24h24l-5-24a14 14 0 0 0-7-26Z",
  /** Rings around a centre. */
  rings:
    "M120 36a56 56 0 1 0 0 112a56 56 0 0 0 0-112Zm0 12a44 44 0 1 1 0 88a44 44 0 0 1 0-88Zm0 16a28 28 0 1 0 0 56a28 28 0 0 0 0-56Zm0 12a16 16 0 1 1 0 32a16 16 0 0 1 0-32Z",
  /** A spark of four points. */
  spark:
    "M120 28q8 56 64 64q-56 8-64 64q-8-56-64-64q56-8 64-64Zm62 84q3 20 22 22q-19 3-22 22q-3-19-22-22q19-2 22-22Z",
} as const;
type Motif = keyof typeof motifs;

const keys: readonly Motif[] = ["key", "card", "ticket"];

/** Drawings of each kind of goods; several of a kind take turns by their names. */
const byKind: Partial<Record<GoodsKind, readonly Motif[]>> = {
  card_key: keys,
  account: ["rings", "shield"],
  link: ["rings", "ticket"],
  text: ["book", "disc"],
  none: ["spark"],
};

export function motifOf(kind: GoodsKind | undefined, seed: number): Motif {
  const own = (kind && byKind[kind]) ?? keys;
  return own[seed % own.length] ?? "key";
}
