import { z } from "zod";
import { operation, resource } from "@/lib/http/route";
import { removeSamples } from "@/lib/operations/remove-samples";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/samples", {
  removeSamples: operation("DELETE /", {
    permission: "catalogue:write",
    summary:
      "Remove the sample goods; those that were ordered are archived, those with keys of one's own stay",
    response: z.object({ deleted: z.int(), archived: z.int() }),
    handle: ({ actor, client }) => removeSamples(actor, client),
  }),
});
