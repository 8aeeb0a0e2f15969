import { textDownload } from "@/lib/http/answer/download";
import { endpoint, route } from "@/lib/http/route";
import { getSecretsText } from "@/lib/orders/queries";
import { orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "downloadOwnSecrets",
      summary: "The goods of an order as a text file",
      auth: "user",
      params: orderParams,
      response: "raw",
      produces: "text/plain",
    },
    async ({ actor, client, params }) =>
      textDownload(`${params.order_no}.txt`, await getSecretsText(actor, params.order_no, client.ip)),
  ),
});
