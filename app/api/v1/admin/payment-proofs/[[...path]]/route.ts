import { maxPictureBytes } from "@/lib/content/pictures/read-picture";
import { privatePicture } from "@/lib/http/answer/download";
import { operation, resource } from "@/lib/http/route";
import { readProof, uploadProof } from "@/lib/payments/confirmations/proofs";
import { proofParams, uploadedProof } from "@/lib/payments/confirmations/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/payment-proofs",
  {
    readPaymentProof: operation("GET /[proof_id]", {
      permission: "money:read",
      summary: "The picture of a payment that staff confirmed",
      params: proofParams,
      response: "raw",
      produces: "image/webp",
      handle: async ({ params }) => privatePicture(await readProof(params.proof_id)),
    }),
    uploadPaymentProof: operation("POST /", {
      permission: "money:write",
      summary:
        "Upload a picture of money that arrived, to be named by a confirmation: the body is the file itself",
      bodyCap: maxPictureBytes,
      upload: ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"],
      response: uploadedProof,
      handle: ({ actor, client, rawBody }) => uploadProof(actor, client, rawBody),
    }),
  },
);
