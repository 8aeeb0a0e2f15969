import { createCaptcha } from "@/lib/accounts/captcha/create-captcha";
import { captchaImage, captchaQuery } from "@/lib/accounts/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "createCaptcha",
      auth: "none",
      query: captchaQuery,
      response: captchaImage,
      limit: "captcha",
      summary: "A picture captcha for one scene: five minutes, single use",
    },
    ({ query }) => createCaptcha(query.scene),
  ),
});
