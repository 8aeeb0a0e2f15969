import { describe, expect, it } from "vitest";
import {
  type FieldSpec,
  initialValues,
  mergeFresh,
  toChanges,
  toReplacement,
} from "@/components/admin/form/field-spec";

const fields: FieldSpec[] = [
  { kind: "text", name: "name", label: "Name", value: "Gold" },
  { kind: "text", name: "note", label: "Note", value: "old" },
  { kind: "password", name: "secret", label: "Secret", empty: "omit" },
  {
    kind: "select",
    name: "mode",
    label: "Mode",
    value: null,
    options: [
      { value: "a", label: "A" },
      { value: "b", label: "B" },
    ],
  },
  { kind: "money", name: "value", label: "Value", value: "5.00", when: { name: "mode", values: ["b"] } },
  { kind: "number", name: "fee_bps", label: "Fee", value: 250, scale: 100 },
];
const saved = initialValues(fields);

describe("what a form sends", () => {
  it("sends only the changed members, with what they were", () => {
    expect(toChanges(fields, { ...saved, name: "Golden", fee_bps: "3" }, saved)).toEqual({
      name: "Golden",
      fee_bps: 300,
      seen: { name: "Gold", fee_bps: 250 },
    });
  });

  it("sends a member that another choice brings into the form", () => {
    expect(toChanges(fields, { ...saved, mode: "b" }, saved)).toEqual({
      mode: "b",
      value: "5.00",
      seen: { mode: null, value: "5.00" },
    });
  });

  it("never says what a password was", () => {
    expect(toChanges(fields, { ...saved, secret: "new" }, saved)).toEqual({ secret: "new", seen: {} });
  });

  it("sends all members of a row that is replaced, with all of what they were", () => {
    expect(toReplacement(fields, { ...saved, note: "new" }, saved)).toEqual({
      name: "Gold",
      note: "new",
      mode: "a",
      fee_bps: 250,
      seen: { name: "Gold", note: "old", mode: null, fee_bps: 250 },
    });
  });

  it("keeps what was typed and takes what the other operator stored elsewhere", () => {
    const typed = { ...saved, name: "Mine" };
    const fresh = { ...saved, name: "Theirs", note: "theirs" };
    expect(mergeFresh(typed, saved, fresh)).toMatchObject({ name: "Mine", note: "theirs" });
  });
});
