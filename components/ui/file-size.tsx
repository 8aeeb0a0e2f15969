import { useFormatter } from "next-intl";

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** As shops write it: 1.2 GB. A kilobyte has 1000 bytes. */
export function FileSize({ bytes }: { bytes: number }) {
  const format = useFormatter();
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return format.number(bytes / 1000 ** step, {
    style: "unit",
    unit: units[step] ?? "byte",
    unitDisplay: "short",
    maximumFractionDigits: 1,
  });
}
