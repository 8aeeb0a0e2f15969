import type { FieldSpec } from "./field-spec";

type Words = (key: "direction" | "in" | "out" | "amount" | "remark") => string;

/** Fields of a form that moves money into an account or out of it. */
export const moveFields = (t: Words, remark: { required?: true } = {}): FieldSpec[] => [
  {
    kind: "select",
    name: "direction",
    label: t("direction"),
    options: [
      { value: "in", label: t("in") },
      { value: "out", label: t("out") },
    ],
  },
  { kind: "money", name: "amount", label: t("amount"), required: true },
  { kind: "text", name: "remark", label: t("remark"), ...remark },
];
