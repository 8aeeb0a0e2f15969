import { proveStaff } from "@/lib/accounts/staff/proof/prove-staff";
import { savedId } from "@/lib/core/wire";
import { streamDownload } from "@/lib/http/answer/download";
import { operation, resource } from "@/lib/http/route";
import { findSecret, listBatches, listSecrets, revealSecret } from "@/lib/stock/admin-queries";
import { exportSecrets } from "@/lib/stock/export-secrets";
import { importSecrets } from "@/lib/stock/import-secrets";
import { addPiece, cancelImport, openImport, startImport } from "@/lib/stock/imports/open-import";
import { exportLines, getImport, listImports } from "@/lib/stock/imports/queries";
import {
  keyImportList,
  keyImportParams,
  keyImportQuery,
  keyImportView,
  keyPieceBody,
  keyPieceResult,
  newKeyImportBody,
  pieceBodyCap,
  startKeyImportBody,
} from "@/lib/stock/imports/schema";
import { moveSecrets, previewMove } from "@/lib/stock/move-secrets";
import {
  batchList,
  chosenSecretsBody,
  exportSecretsBody,
  findSecretBody,
  foundSecret,
  importReport,
  importSecretsBody,
  moveSecretsBody,
  moveSecretsResult,
  restoreSecretsResult,
  revealedSecret,
  secretList,
  secretListQuery,
  secretParams,
  skuParams,
  voidSecretsResult,
} from "@/lib/stock/schema";
import { restoreSecrets, voidSecrets } from "@/lib/stock/void-secrets";

/** Enough for 100,000 ordinary keys at once; the admin page sends smaller chunks to show its progress. */
const bodyCap = 16 * 1024 * 1024;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/stock", {
  cancelImport: operation("POST /imports/[import_id]/cancel", {
    permission: "stock:write",
    summary: "Stop an import; what it has stored stays",
    params: keyImportParams,
    response: savedId,
    handle: ({ actor, client, params }) => cancelImport(actor, client, params.import_id),
  }),
  exportImportLines: operation("GET /imports/[import_id]/lines", {
    permission: "stock:write",
    summary: "The lines that became no key, by number and reason",
    params: keyImportParams,
    response: "raw",
    produces: "text/csv",
    handle: async ({ params }) =>
      streamDownload(`import-${params.import_id}-lines.csv`, "text/csv", await exportLines(params.import_id)),
  }),
  addImportPiece: operation("POST /imports/[import_id]/pieces", {
    permission: "stock:write",
    summary: "A piece of an import's text; the same number again changes nothing",
    params: keyImportParams,
    body: keyPieceBody,
    bodyCap: pieceBodyCap,
    response: keyPieceResult,
    handle: ({ params, body }) => addPiece(params.import_id, body),
  }),
  getImport: operation("GET /imports/[import_id]", {
    permission: "stock:write",
    summary: "How far an import of keys is, and what became of its lines",
    params: keyImportParams,
    response: keyImportView,
    handle: async ({ client, params }) => getImport(params.import_id, await client.readLocale()),
  }),
  startImport: operation("POST /imports/[import_id]/start", {
    permission: "stock:write",
    summary: "The text is complete: check it, or store its keys",
    params: keyImportParams,
    body: startKeyImportBody,
    response: savedId,
    handle: ({ actor, client, params, body }) => startImport(actor, client, params.import_id, body),
  }),
  listImports: operation("GET /imports", {
    permission: "stock:write",
    summary: "Imports of keys, the newest first",
    query: keyImportQuery,
    response: keyImportList,
    handle: async ({ client, query }) => listImports(query, await client.readLocale()),
  }),
  openImport: operation("POST /imports", {
    permission: "stock:write",
    summary: "Begin an import of keys: its text is sent in pieces, and a job reads it",
    body: newKeyImportBody,
    response: savedId,
    handle: ({ actor, body }) => openImport(actor, body),
  }),
  revealSecret: operation("POST /secrets/[secret_id]/reveal", {
    permission: "stock:write",
    params: secretParams,
    response: revealedSecret,
    handle: ({ actor, client, params }) => revealSecret(actor, client, params.secret_id),
  }),
  listBatches: operation("GET /skus/[sku_id]/batches", {
    permission: "stock:read",
    params: skuParams,
    response: batchList,
    handle: ({ params }) => listBatches(params.sku_id),
  }),
  exportSecrets: operation("POST /skus/[sku_id]/export", {
    permission: ["stock:write", "exports:write"],
    params: skuParams,
    body: exportSecretsBody,
    response: "raw",
    produces: "text/plain",
    handle: async ({ actor, client, params, body }) => {
      await proveStaff(actor, body);
      return streamDownload(
        `sku-${params.sku_id}-${body.status}.txt`,
        "text/plain",
        await exportSecrets(actor, client, {
          skuId: params.sku_id,
          status: body.status,
          batchId: body.batch_id,
          count: body.count,
          andVoid: body.and_void,
          separator: body.separator,
        }),
      );
    },
  }),
  findSecret: operation("POST /skus/[sku_id]/find", {
    permission: "stock:read",
    params: skuParams,
    body: findSecretBody,
    response: foundSecret,
    handle: ({ params, body }) => findSecret(params.sku_id, body.content),
  }),
  importSecrets: operation("POST /skus/[sku_id]/import", {
    permission: "stock:write",
    params: skuParams,
    body: importSecretsBody,
    bodyCap,
    response: importReport,
    handle: ({ actor, client, params, body }) =>
      importSecrets(actor, client, {
        skuId: params.sku_id,
        text: body.secrets,
        note: body.note,
        addTo: body.batch_id ?? null,
        leaveOutElsewhere: body.leave_out_elsewhere,
      }),
  }),
  moveSecrets: operation("POST /skus/[sku_id]/move", {
    permission: "stock:write",
    params: skuParams,
    body: moveSecretsBody,
    response: moveSecretsResult,
    handle: ({ actor, client, params, body }) => {
      const choice = {
        skuId: params.sku_id,
        secretIds: body.secret_ids,
        batchId: body.batch_id,
        toSkuId: body.to_sku_id,
      };
      return body.preview ? previewMove(choice) : moveSecrets(actor, client, choice);
    },
  }),
  restoreSecrets: operation("POST /skus/[sku_id]/restore", {
    permission: "stock:write",
    params: skuParams,
    body: chosenSecretsBody,
    response: restoreSecretsResult,
    handle: async ({ actor, client, params, body }) => {
      const { count, ids } = await restoreSecrets(actor, client, {
        skuId: params.sku_id,
        secretIds: body.secret_ids,
        batchId: body.batch_id,
      });
      return { restored: count, secret_ids: ids };
    },
  }),
  listSecrets: operation("GET /skus/[sku_id]/secrets", {
    permission: "stock:read",
    params: skuParams,
    query: secretListQuery,
    response: secretList,
    handle: ({ params, query }) => listSecrets(params.sku_id, query),
  }),
  voidSecrets: operation("POST /skus/[sku_id]/void", {
    permission: "stock:write",
    params: skuParams,
    body: chosenSecretsBody,
    response: voidSecretsResult,
    handle: async ({ actor, client, params, body }) => {
      const { count, ids } = await voidSecrets(actor, client, {
        skuId: params.sku_id,
        secretIds: body.secret_ids,
        batchId: body.batch_id,
      });
      return { voided: count, secret_ids: ids };
    },
  }),
});
