import { endpoint, route } from "@/lib/http/route";
import { publishedKeys } from "@/lib/licenses/signing-keys";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "getLicenseKeys",
      auth: "none",
      limit: "license",
      summary: "The public keys that license files are signed with (RFC 7517)",
      produces: "application/jwk-set+json",
      response: "raw",
    },
    async () =>
      new Response(JSON.stringify(await publishedKeys()), {
        headers: { "Content-Type": "application/jwk-set+json", "Cache-Control": "no-cache" },
      }),
  ),
});
