import { expect, it } from "vitest";
import { keyedPaths } from "@/clients/typescript/src/shop";
import { hasGenerator, headOf, makeClientTypes, readClientTypes } from "@/tools/docs/client-types";
import { operationsIn, readDescription } from "../../support/harness/description";

it("the types of the TypeScript client are those of the description: `npm run docs` writes them [C122]", async ({
  skip,
}) => {
  const document = await readDescription("shop");
  expect(readClientTypes().split("\n", 1)[0]).toBe(headOf(document).trim());
  skip(
    !hasGenerator(),
    "openapi-typescript is not installed: only what the types were made from is compared",
  );
  expect(readClientTypes()).toBe(makeClientTypes(document));
});

it("the TypeScript client repeats the operations that take an Idempotency-Key [C122]", async () => {
  const keyed = operationsIn(await readDescription("shop"))
    .filter(({ operation }) => operation.parameters?.some(({ $ref }) => $ref?.endsWith("/IdempotencyKey")))
    .map(({ path }) => path);
  expect(keyed.sort()).toEqual([...keyedPaths].sort());
});
