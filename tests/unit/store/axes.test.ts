import { describe, expect, it } from "vitest";
import { answersOf, axesOf } from "@/app/(store)/products/[slug]/_components/axes";

const option = (id: number, spec: Record<string, string>, isGone = false) => ({
  id,
  spec,
  stock_status: isGone ? ("out_of_stock" as const) : ("in_stock" as const),
});

/** Three axes, twenty combinations: no Linux for "Home", no ten years for "Team". */
const editions = ["Home", "Pro", "Team"];
const platforms = ["Windows", "macOS", "Linux"];
const terms = ["1 year", "2 years", "10 years"];
const twenty = editions
  .flatMap((Edition) =>
    platforms.flatMap((Platform) => terms.map((Term) => ({ Edition, Platform, Term, Seats: "1" }))),
  )
  .filter(({ Edition, Platform }) => !(Edition === "Home" && Platform === "Linux"))
  .filter(({ Edition, Term }) => !(Edition === "Team" && Term === "10 years"))
  .slice(0, 20)
  .map((spec, index) => option(index + 1, spec, index === 4));

describe("the axes of options", () => {
  it("are the attributes that differ, in the order of the options", () => {
    expect(axesOf(twenty)).toEqual([
      { name: "Edition", values: editions },
      { name: "Platform", values: platforms },
      { name: "Term", values: terms },
    ]);
  });

  it.each([
    ["one option", [option(1, { Size: "S" })]],
    ["options without attributes", [option(1, {}), option(2, {})]],
    ["an option that lacks an attribute", [option(1, { Size: "S", Kind: "A" }), option(2, { Size: "M" })]],
    ["two options of the same attributes", [option(1, { Size: "S" }), option(2, { Size: "S" })]],
  ])("are none for %s", (_, options) => {
    expect(axesOf(options)).toEqual([]);
  });

  it("lead from any option to any other by one press an axis", () => {
    const axes = axesOf(twenty);
    for (const start of twenty)
      for (const wanted of twenty) {
        let chosen: (typeof twenty)[number] | undefined = start;
        for (const [at, { name }] of axes.entries()) {
          const answers: ReturnType<typeof answersOf<(typeof twenty)[number]>> = answersOf(
            axes,
            at,
            twenty,
            chosen,
          );
          chosen = answers.find(({ value }) => value === wanted.spec[name])?.leadsTo ?? undefined;
        }
        expect(chosen?.id, `${start.id} to ${wanted.id}`).toBe(wanted.id);
      }
  });

  it("strike what does not go with the answers above, and nothing of the first", () => {
    const axes = axesOf(twenty);
    const home = twenty[0];
    const impossible = (at: number) =>
      answersOf(axes, at, twenty, home)
        .filter(({ leadsTo }) => leadsTo === null)
        .map(({ value }) => value);
    expect(impossible(0)).toEqual([]);
    expect(impossible(1)).toEqual(["Linux"]);
  });

  it("lead to what can be bought before what is nearer and sold out", () => {
    const axes = axesOf(twenty);
    const windowsTwoYears = twenty[1];
    // Home, macOS, 2 years is the fifth, which is sold out.
    const answer = answersOf(axes, 1, twenty, windowsTwoYears).find(({ value }) => value === "macOS");
    expect(answer?.leadsTo?.spec).toMatchObject({ Platform: "macOS", Term: "1 year" });
  });
});
