import { expect, it } from "vitest";
import { keptPicture } from "@/lib/content/pictures/kept-pictures";

const picture = (bytes: number) => new Uint8Array(bytes);

it("draws a picture once, and one picture at a time", async () => {
  let drawn = 0;
  let running = 0;
  let most = 0;
  const draw = async () => {
    drawn += 1;
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    return picture(10);
  };
  const keys = Array.from({ length: 40 }, (_, n) => `once ${n % 20}`);
  await Promise.all(keys.map((key) => keptPicture(key, draw)));
  expect([drawn, most]).toEqual([20, 1]);
  await keptPicture("once 3", draw);
  expect(drawn).toBe(20);
});

it("asks those to come back who would wait behind too many, and draws again what failed", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const answers = Array.from({ length: 60 }, (_, n) =>
    keptPicture(`waits ${n}`, async () => {
      await held;
      if (n === 0) throw new Error("the mark is broken");
      return picture(10);
    }),
  );
  expect(answers.filter((answer) => answer === null)).toHaveLength(10);
  release();
  await Promise.allSettled(answers);
  expect(await keptPicture("waits 0", async () => picture(7))).toHaveLength(7);
});

it("drops the pictures that were asked for the longest ago", async () => {
  const mebi = 1024 * 1024;
  let drawn = 0;
  const ask = (n: number) =>
    keptPicture(`large ${n}`, async () => {
      drawn += 1;
      return picture(10 * mebi);
    });
  for (const n of [1, 2, 3, 1, 4]) await ask(n);
  expect(drawn).toBe(4);
  await ask(1);
  expect(drawn, "asked for after the second").toBe(4);
  await ask(2);
  expect(drawn).toBe(5);
});
