import type { ProductImage } from "../../schema";
import {
  type PlainColumns,
  type PlainInput,
  type PlainMembers,
  type PlainName,
  type PublicName,
  plainFields,
  plainNames,
  publicNames,
} from "./schema";

/** The columns that a body changes; undefined stays. */
export const plainColumns = (input: PlainInput): Partial<PlainColumns> =>
  Object.fromEntries(plainNames.map((name) => [plainFields[name].column, input[name]]));

const members = <N extends PlainName>(names: readonly N[], row: PlainColumns) =>
  Object.fromEntries(
    names.map((name) => [name, row[plainFields[name].column]]),
  ) as unknown as PlainMembers<N>;

export const plainMembers = (row: PlainColumns): PlainMembers => members(plainNames, row);

/** Fields of the list above that buyers read. */
export const publicMembers = (row: PlainColumns): PlainMembers<PublicName> => members(publicNames, row);

type Pictures = { image: string | null; images: readonly string[]; wholeImages: readonly string[] };

/** A picture that the product has lost is shown in no way. */
export const imageMembers = ({ image, images, wholeImages }: Pictures): ProductImage => ({
  image,
  whole_images: wholeImages.filter((one) => one === image || images.includes(one)),
});
