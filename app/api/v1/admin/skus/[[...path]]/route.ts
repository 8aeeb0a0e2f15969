import { revealSkuContent } from "@/lib/catalogue/admin/reveal-sku-content";
import { revealedContent, skuPatch } from "@/lib/catalogue/admin/schema";
import { updateSku } from "@/lib/catalogue/admin/update-sku";
import { findPartChoices, getBundle } from "@/lib/catalogue/bundles/get-bundle";
import { saveBundle } from "@/lib/catalogue/bundles/save-bundle";
import { bundle, bundleBody, partChoices, partQuery } from "@/lib/catalogue/bundles/schema";
import { idParams, savedId } from "@/lib/core/wire";
import { deliveryTest, newDeliverySecret } from "@/lib/fulfillment/kinds/dynamic/schema";
import { makeServerSecret, tryServer } from "@/lib/fulfillment/kinds/dynamic/try-server";
import { createVersion } from "@/lib/fulfillment/kinds/file/create-version";
import { listFiles } from "@/lib/fulfillment/kinds/file/list-files";
import { adminFileList, newVersion, newVersionBody } from "@/lib/fulfillment/kinds/file/schema";
import { changeText } from "@/lib/fulfillment/kinds/living/change-text";
import { listTexts, revealText } from "@/lib/fulfillment/kinds/living/list-texts";
import {
  livingTextBody,
  livingTextChanged,
  livingTextList,
  livingTextParams,
  revealedText,
} from "@/lib/fulfillment/kinds/living/schema";
import { saveDelivery } from "@/lib/fulfillment/save-delivery";
import { delivery, deliveryBody } from "@/lib/fulfillment/schema";
import { operation, resource } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/skus", {
  findPartChoices: operation("GET /[id]/bundle/parts", {
    permission: "catalogue:read",
    summary: "Options that can become parts of a bundle",
    params: idParams,
    query: partQuery,
    response: partChoices,
    handle: ({ params, query }) => findPartChoices(params.id, query.search),
  }),
  getBundle: operation("GET /[id]/bundle", {
    permission: "catalogue:read",
    summary: "The parts of a bundle, and how many can be sold",
    params: idParams,
    response: bundle,
    handle: ({ params }) => getBundle(params.id),
  }),
  saveBundle: operation("PUT /[id]/bundle", {
    permission: "catalogue:write",
    summary: "Make an option a bundle of others, or with no parts an option like any other",
    params: idParams,
    body: bundleBody,
    response: bundle,
    handle: ({ actor, client, params, body }) => saveBundle(actor, client, params.id, body),
  }),
  saveDelivery: operation("PUT /[id]/delivery", {
    permission: "catalogue:write",
    summary: "Say what an option delivers besides its keys or text",
    params: idParams,
    body: deliveryBody,
    response: delivery,
    handle: ({ actor, client, params, body }) => saveDelivery(actor, client, params.id, body),
  }),
  makeDeliverySecret: operation("POST /[id]/delivery/secret", {
    permission: "catalogue:write",
    summary: "A new secret for an option and its delivery server, shown once",
    params: idParams,
    response: newDeliverySecret,
    handle: ({ actor, client, params }) => makeServerSecret(actor, client, params.id),
  }),
  testDeliveryServer: operation("POST /[id]/delivery/test", {
    permission: "catalogue:write",
    summary: "Ask an option's delivery server for a test",
    params: idParams,
    response: deliveryTest,
    handle: ({ params }) => tryServer(params.id),
  }),
  listFiles: operation("GET /[id]/files", {
    permission: "catalogue:read",
    summary: "The files of an option with their versions",
    params: idParams,
    response: adminFileList,
    handle: ({ params }) => listFiles(params.id),
  }),
  createFileVersion: operation("POST /[id]/files", {
    permission: "catalogue:write",
    summary:
      "Begin the upload of a file or of a new version: its bytes go to `upload_url` by the tus protocol",
    params: idParams,
    body: newVersionBody,
    response: newVersion,
    handle: ({ actor, client, params, body }) => createVersion(actor, client, params.id, body),
  }),
  revealLivingText: operation("POST /[id]/living/[number]/reveal", {
    permission: "stock:write",
    summary: "Show what an option's living text said",
    params: idParams.extend(livingTextParams.shape),
    response: revealedText,
    handle: ({ actor, client, params }) => revealText(actor, client, params.id, params.number),
  }),
  listLivingTexts: operation("GET /[id]/living", {
    permission: "stock:read",
    summary: "When an option's living text was changed, and how many read it",
    params: idParams,
    response: livingTextList,
    handle: ({ params }) => listTexts(params.id),
  }),
  changeLivingText: operation("POST /[id]/living", {
    permission: "stock:write",
    summary: "Change the living text that all buyers of an option read",
    params: idParams,
    body: livingTextBody,
    response: livingTextChanged,
    handle: ({ actor, client, params, body }) => changeText(actor, client, params.id, body),
  }),
  revealSkuContent: operation("POST /[id]/reveal", {
    permission: "stock:write",
    summary: "Show the text that buyers of this option get",
    params: idParams,
    response: revealedContent,
    handle: ({ actor, client, params }) => revealSkuContent(actor, client, params.id),
  }),
  updateSku: operation("PATCH /[id]", {
    permission: "catalogue:write",
    summary: "Change one option: price, name, activity, cap, text",
    params: idParams,
    body: skuPatch,
    response: savedId,
    handle: ({ actor, client, params, body }) => updateSku(actor, client, params.id, body),
  }),
});
