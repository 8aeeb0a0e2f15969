import { idParams } from "@/lib/core/wire";
import { changeText } from "@/lib/fulfillment/kinds/living/change-text";
import { listTexts } from "@/lib/fulfillment/kinds/living/list-texts";
import { livingTextBody, livingTextChanged, livingTextList } from "@/lib/fulfillment/kinds/living/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:read",
      summary: "When an option's living text was changed, and how many read it",
      params: idParams,
      response: livingTextList,
    },
    ({ params }) => listTexts(params.id),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "stock:write",
      summary: "Change the living text that all buyers of an option read",
      params: idParams,
      body: livingTextBody,
      response: livingTextChanged,
    },
    ({ actor, client, params, body }) => changeText(actor, client, params.id, body),
  ),
});
