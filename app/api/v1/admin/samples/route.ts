import { z } from "zod";
import { endpoint, route } from "@/lib/http/route";
import { removeSamples } from "@/lib/operations/remove-samples";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  DELETE: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "Remove the sample goods, while there are none of one's own",
      response: z.object({ deleted: z.int(), archived: z.int() }),
    },
    ({ actor, client }) => removeSamples(actor, client),
  ),
});
