import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { GET as captchaImage } from "@/app/api/v1/public/captcha/image/route";
import { db } from "@/lib/db/client";
import { call } from "../../support/harness/call";

interface Captcha {
  captcha_id: string;
  image_base64: string;
  scene: string;
  expires_at: string;
}

describe("GET /api/v1/public/captcha/image", () => {
  it("answers a PNG and its id, and neither answer nor storage gives the text away [O23]", async () => {
    const answer = await call<Captcha>(captchaImage, "GET", { path: "/x?scene=register" });
    expect(Object.keys(answer.data).sort()).toEqual(["captcha_id", "expires_at", "image_base64", "scene"]);
    const [head, body = ""] = answer.data.image_base64.split(",");
    expect(head).toBe("data:image/png;base64");
    expect(await sharp(Buffer.from(body, "base64")).metadata()).toMatchObject({ format: "png" });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await db().captcha.findFirst()).toMatchObject({
      id: answer.data.captcha_id,
      scene: "register",
      usedAt: null,
    });
  });

  it("lasts five minutes and is another one each time", async () => {
    const [one, two] = await Promise.all([
      call<Captcha>(captchaImage, "GET"),
      call<Captcha>(captchaImage, "GET"),
    ]);
    expect(one.data.captcha_id).not.toBe(two.data.captcha_id);
    const seconds = (new Date(one.data.expires_at).getTime() - Date.now()) / 1000;
    expect(Math.round(seconds / 10)).toBe(30);
  });

  it("works without a scene, for log-in, and refuses unknown ones", async () => {
    expect((await call<Captcha>(captchaImage, "GET")).data.scene).toBe("login");
    expect((await call(captchaImage, "GET", { path: "/x?scene=other" })).json.msg).toMatch(/^scene: /);
  });

  it("draws at most sixty a minute for one address [A28]", async () => {
    const answers = await Promise.all(Array.from({ length: 70 }, () => call(captchaImage, "GET")));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(60);
    const refused = answers.find((answer) => answer.status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
