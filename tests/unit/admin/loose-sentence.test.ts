import { expect, it } from "vitest";
import { looseSentence } from "@/components/admin/form/use-write";
import { ApiError } from "@/components/api/api-error";

const refused = (field: string | null, msg: string) =>
  new ApiError({ httpStatus: 400, code: 400, field, msg });
const said = (problem: ApiError) => looseSentence(problem, problem.sentence, (reason) => `A value ${reason}`);

it.each([
  ["amount", "amount: must be above 0", "A value must be above 0"],
  ["prices.3.price", "prices.3.price: must be above 0", "A value must be above 0"],
  [null, "Nothing is stored", "Nothing is stored"],
  ["content", "Write it first", "Write it first"],
])(
  "a refusal of %s that no field of a form shows is said without its name on the wire",
  (field, msg, sentence) => {
    expect(said(refused(field, msg))).toBe(sentence);
  },
);
