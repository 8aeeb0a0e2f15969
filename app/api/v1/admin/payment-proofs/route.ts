import { maxPictureBytes } from "@/lib/content/read-picture";
import { endpoint, route } from "@/lib/http/route";
import { uploadedProof } from "@/lib/payments/confirmations/schema";
import { uploadProof } from "@/lib/payments/confirmations/upload-proof";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "money:write",
      summary:
        "Upload a picture of money that arrived, to be named by a confirmation: the body is the file itself",
      bodyCap: maxPictureBytes,
      upload: ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"],
      response: uploadedProof,
    },
    ({ actor, client, rawBody }) => uploadProof(actor, client, rawBody),
  ),
});
