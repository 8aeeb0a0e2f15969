import { z } from "zod";
import { staffProof } from "../accounts/staff/schema";
import { longestLabel, type SecretKind, secretKinds, stockFilters } from "../catalogue/schema";
import { rule } from "../core/refusals/refusal";
import { describedAs, exactlyOne } from "../core/shapes/described";
import { deepOut, id, idText, moneyOut, pageQuery, plainText, timeOut } from "../core/wire";
import { secretStatuses } from "./state";

export const importSecretsBody = z.object({
  secrets: z.string().min(1),
  note: plainText(200).default(""),
  /** Adds to a batch of the same option: a long file is sent in chunks. */
  batch_id: id.optional(),
  /** Leaves out what another option has already, which would be sold twice. */
  leave_out_elsewhere: z.boolean().default(false),
});

export const importReport = z.object({
  batch_id: z.int(),
  imported: z.int(),
  /** Lines that other options have too, whether they were imported or left out. */
  elsewhere: z.array(z.object({ sku_id: z.int(), name: z.string(), count: z.int() })),
  duplicates: z.int(),
  /** Duplicates that were taken off sale: they can be put back, not imported again. */
  voided: z.int(),
  repeated: z.int(),
  empty: z.int(),
  duplicate_lines: z.array(z.int()).meta({
    description:
      "Which keys were there already, by their place among the keys that were sent: from 0, empty and repeated lines not counted",
  }),
});
export type ImportReport = z.infer<typeof importReport>;

export const secretStatus = z.enum(secretStatuses);

/** As the list shows them: `replaced` was handed over and taken back from its buyer because it did not work. */
export const listedStatuses = ["available", "reserved", "sold", "replaced", "void"] as const;

export const skuParams = z.object({ sku_id: idText });

export const secretListQuery = z.object({
  ...pageQuery(50, 200),
  status: z.enum(listedStatuses).optional(),
  batch_id: idText.optional(),
  /** `none`: the key that was looked up is not here. */
  secret_id: z.union([idText, z.literal("none")]).optional(),
});

export const secretRow = z.object({
  id: z.int(),
  batch_id: z.int().nullable(),
  status: z.enum(listedStatuses),
  order_no: z.string().nullable(),
  use_by: timeOut.nullable(),
  note: z.string().nullable(),
  /** Label that buyers read when they may choose. */
  public_label: z.string().nullable(),
  cost: moneyOut.nullable(),
  created_at: timeOut,
});
export const secretList = z.object({ secrets: z.array(secretRow), ...deepOut });
export type SecretList = z.infer<typeof secretList>;

/** The whole secret, found by its keyed hash; in a body, because addresses are logged. */
export const findSecretBody = z.object({ content: z.string().min(1).max(16_384) });
export const foundSecret = z.object({ secret: secretRow.nullable() });

/** `after` is the `next` of the page before. */
export const pickQuery = z.object({
  sku_id: idText,
  search: plainText(longestLabel).default(""),
  after: plainText(longestLabel).default(""),
  per_page: pageQuery(24, 100).per_page,
});
export type PickQuery = z.output<typeof pickQuery>;
export const pickList = z.object({
  picks: z.array(z.object({ label: z.string() })),
  next: z.string().nullable(),
});
export type PickList = z.infer<typeof pickList>;

export const batchRow = z.object({
  id: z.int(),
  note: z.string(),
  imported_count: z.int(),
  duplicate_count: z.int(),
  available: z.int(),
  voided: z.int(),
  created_at: timeOut,
});
export const batchList = z.object({ batches: z.array(batchRow) });
export type BatchList = z.infer<typeof batchList>;

const choice = {
  secret_ids: z.array(id).max(1000).optional(),
  batch_id: id.optional(),
  /** Every key of the option that the act is meant for. */
  all: z.literal(true).optional(),
};
const isOneChoice = (body: { secret_ids?: unknown; batch_id?: unknown; all?: unknown }) =>
  [body.secret_ids, body.batch_id, body.all].filter((member) => member !== undefined).length === 1;
const oneChoice = { error: rule("secrets_or_batch") };
const choiceMembers = exactlyOne("secret_ids", "batch_id", "all");

export const chosenSecretsBody = describedAs(z.object(choice).refine(isOneChoice, oneChoice), choiceMembers);
export const moveSecretsBody = describedAs(
  z.object({ ...choice, to_sku_id: id, preview: z.boolean().default(false) }).refine(isOneChoice, oneChoice),
  choiceMembers,
);
/** `left` were in the way of one that the other option has already. A preview says what would be, and moves nothing. */
export const moveSecretsResult = z.object({ moved: z.int(), left: z.int() });
/** `secret_ids`: of a choice by ids those that were changed, so that exactly they can be changed back. */
const changedIds = { secret_ids: z.array(z.int()) };
export const voidSecretsResult = z.object({ voided: z.int(), ...changedIds });
export const restoreSecretsResult = z.object({ restored: z.int(), ...changedIds });

export const exportSecretsBody = z.object({
  status: secretStatus.default("available"),
  batch_id: id.optional(),
  /** The oldest so many; absent: all. */
  count: z.int().min(1).max(1_000_000).optional(),
  /** A line of its own after each key, for keys of several lines. */
  separator: plainText(40, 1).optional(),
  /** Takes the exported free keys off sale. */
  and_void: z.boolean().default(false),
  ...staffProof.shape,
});
export const revealedSecret = z.object({ id: z.int(), content: z.string() });
export const secretParams = z.object({ secret_id: idText });

export const stockListQuery = z.object({
  ...pageQuery(50, 200),
  search: plainText(100, 1).optional(),
  level: z.enum(stockFilters).optional(),
  kind: z.enum(secretKinds).optional(),
  sort: z.enum(["title", "available_asc", "available_desc", "sold_desc"]).default("title"),
});
export type StockListQuery = z.output<typeof stockListQuery>;

export interface StockRow {
  sku_id: number;
  sku_name: string;
  sku_code: string;
  product_id: number;
  product_title: string;
  image: string | null;
  kind: SecretKind;
  is_on_sale: boolean;
  is_upstream: boolean;
  is_unlimited: boolean;
  available: number;
  reserved: number;
  sold: number;
  low_at: number;
  price: string;
  /** The option itself; its product may be off sale. */
  is_active: boolean;
}
