import { emptyObject, savedId } from "@/lib/core/wire";
import { streamDownload } from "@/lib/http/answer/download";
import { operation, resource } from "@/lib/http/route";
import {
  depositMoveBody,
  depositMoved,
  depositQuery,
  depositStatement,
  pairSiteBody,
  periodQuery,
  reconciliation,
  reconciliationQuery,
  setSitePricesBody,
  siteCredentials,
  siteList,
  siteListQuery,
  sitePaired,
  siteParams,
  sitePriceList,
  sitePriceQuery,
  siteView,
  testKeyBody,
  updateSiteBody,
} from "@/lib/interconnect/main/admin/schema";
import {
  getSite,
  listDepositEntries,
  listSitePrices,
  listSites,
} from "@/lib/interconnect/main/admin-queries";
import { moveDeposit } from "@/lib/interconnect/main/move-deposit";
import { pairSite } from "@/lib/interconnect/main/pair-site";
import { makePairingCode } from "@/lib/interconnect/main/pairing";
import { pingReport } from "@/lib/interconnect/main/ping-schema";
import { sendTestCallback } from "@/lib/interconnect/main/ping-site";
import { exportReconciliation, getReconciliation } from "@/lib/interconnect/main/reconcile-site";
import { rotateSiteSecret } from "@/lib/interconnect/main/rotate-site-secret";
import { pairingCode } from "@/lib/interconnect/main/schema";
import { setSitePrices } from "@/lib/interconnect/main/set-site-prices";
import { closePeriod } from "@/lib/interconnect/main/statements/close-period";
import {
  compareBooks,
  listMismatches,
  resolveMismatch,
} from "@/lib/interconnect/main/statements/compare-books";
import { exportStatements } from "@/lib/interconnect/main/statements/export-statements";
import { exportStatement, getAccount } from "@/lib/interconnect/main/statements/read-account";
import {
  accountQuery,
  accountView,
  closePeriodBody,
  compareBooksBody,
  comparisonReport,
  mismatchList,
  mismatchParams,
  mismatchQuery,
  resolveMismatchBody,
  settleStatementBody,
  statementParams,
  statementView,
} from "@/lib/interconnect/main/statements/schema";
import { settleStatement } from "@/lib/interconnect/main/statements/settle-statement";
import { changeTestKey, makeTestKey } from "@/lib/interconnect/main/test-key/test-keys";
import { updateSite } from "@/lib/interconnect/main/update-site";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/interconnect/sites",
  {
    getAccountOfSite: operation("GET /[site_id]/account", {
      permission: "interconnect:read",
      params: siteParams,
      query: accountQuery,
      response: accountView,
      handle: ({ params, query }) => getAccount(params.site_id, query),
    }),
    compareBooks: operation("POST /[site_id]/comparisons", {
      permission: "interconnect:write",
      params: siteParams,
      body: compareBooksBody,
      response: comparisonReport,
      handle: ({ actor, client, params, body }) => compareBooks(actor, client, params.site_id, body),
    }),
    listDepositEntries: operation("GET /[site_id]/deposit", {
      permission: "interconnect:read",
      params: siteParams,
      query: depositQuery,
      response: depositStatement,
      handle: ({ params, query }) => listDepositEntries(params.site_id, query),
    }),
    moveDeposit: operation("POST /[site_id]/deposit", {
      permission: ["interconnect:write", "money:write"],
      proved: "site.money",
      params: siteParams,
      body: depositMoveBody,
      response: depositMoved,
      handle: ({ actor, client, params, body }) => moveDeposit(actor, client, params.site_id, body),
    }),
    resolveMismatch: operation("POST /[site_id]/mismatches/[mismatch_id]/resolve", {
      permission: "interconnect:write",
      params: mismatchParams,
      body: resolveMismatchBody,
      response: savedId,
      handle: ({ actor, client, params: { site_id, mismatch_id }, body }) =>
        resolveMismatch(actor, client, { siteId: site_id, mismatchId: mismatch_id }, body),
    }),
    listMismatches: operation("GET /[site_id]/mismatches", {
      permission: "interconnect:read",
      params: siteParams,
      query: mismatchQuery,
      response: mismatchList,
      handle: ({ params, query }) => listMismatches(params.site_id, query),
    }),
    makePairingCode: operation("POST /[site_id]/pairing-code", {
      permission: "interconnect:write",
      proved: "site.secret",
      params: siteParams,
      response: pairingCode,
      summary: "Make a pairing code for this site",
      handle: ({ actor, client, params }) => makePairingCode(actor, client, params.site_id),
    }),
    pingSite: operation("POST /[site_id]/ping", {
      permission: "interconnect:write",
      params: siteParams,
      response: pingReport,
      summary: "Send a test callback",
      handle: ({ actor, client, params }) => sendTestCallback(actor, client, params.site_id),
    }),
    listSitePrices: operation("GET /[site_id]/prices", {
      permission: "interconnect:read",
      params: siteParams,
      query: sitePriceQuery,
      response: sitePriceList,
      handle: ({ params, query }) => listSitePrices(params.site_id, query),
    }),
    setSitePrices: operation("PUT /[site_id]/prices", {
      permission: "interconnect:write",
      params: siteParams,
      body: setSitePricesBody,
      response: emptyObject,
      handle: async ({ actor, client, params, body }) => {
        await setSitePrices(actor, client, params.site_id, body.prices);
        return {};
      },
    }),
    exportReconciliation: operation("GET /[site_id]/reconciliation/export", {
      permission: "interconnect:read",
      params: siteParams,
      query: periodQuery,
      response: "raw",
      produces: "text/csv",
      handle: async ({ actor, client, params, query }) =>
        streamDownload(
          "reconciliation.csv",
          "text/csv",
          await exportReconciliation(actor, client, params.site_id, query),
        ),
    }),
    getReconciliation: operation("GET /[site_id]/reconciliation", {
      permission: "interconnect:read",
      params: siteParams,
      query: reconciliationQuery,
      response: reconciliation,
      handle: ({ params, query }) => getReconciliation(params.site_id, query),
    }),
    rotateSiteSecret: operation("POST /[site_id]/rotate", {
      permission: "interconnect:write",
      proved: "site.secret",
      params: siteParams,
      response: siteCredentials,
      handle: ({ actor, client, params }) => rotateSiteSecret(actor, client, params.site_id),
    }),
    getSite: operation("GET /[site_id]", {
      permission: "interconnect:read",
      params: siteParams,
      response: siteView,
      handle: ({ params }) => getSite(params.site_id),
    }),
    updateSite: operation("PATCH /[site_id]", {
      permission: "interconnect:write",
      proved: "site.trust",
      params: siteParams,
      body: updateSiteBody,
      response: siteView,
      handle: ({ actor, client, params, body }) => updateSite(actor, client, params.site_id, body),
    }),
    exportStatement: operation("GET /[site_id]/statements/[statement_id]/export", {
      permission: "interconnect:read",
      params: statementParams,
      response: "raw",
      produces: "text/csv",
      handle: async ({ actor, client, params: { site_id, statement_id } }) =>
        streamDownload(
          `statement-${statement_id}.csv`,
          "text/csv",
          await exportStatement(actor, client, { siteId: site_id, statementId: statement_id }),
        ),
    }),
    settleStatement: operation("POST /[site_id]/statements/[statement_id]/settle", {
      permission: ["interconnect:write", "money:write"],
      proved: "site.money",
      params: statementParams,
      body: settleStatementBody,
      response: statementView,
      handle: ({ actor, client, params: { site_id, statement_id }, body }) =>
        settleStatement(actor, client, { siteId: site_id, statementId: statement_id }, body),
    }),
    exportStatements: operation("GET /[site_id]/statements/export", {
      permission: "interconnect:read",
      params: siteParams,
      response: "raw",
      produces: "text/csv",
      summary: "The statements of an agent as CSV, oldest first",
      handle: async ({ actor, client, params }) =>
        streamDownload("statements.csv", "text/csv", await exportStatements(actor, client, params.site_id)),
    }),
    closePeriod: operation("POST /[site_id]/statements", {
      permission: "interconnect:write",
      params: siteParams,
      body: closePeriodBody,
      response: statementView,
      handle: ({ actor, client, params, body }) => closePeriod(actor, client, params.site_id, body),
    }),
    makeTestKey: operation("POST /[site_id]/test-key", {
      permission: "interconnect:write",
      proved: "site.secret",
      params: siteParams,
      response: siteCredentials,
      summary: "Make a test key; the former one is void",
      handle: ({ actor, client, params }) => makeTestKey(actor, client, params.site_id),
    }),
    changeTestKey: operation("PATCH /[site_id]/test-key", {
      permission: "interconnect:write",
      params: siteParams,
      body: testKeyBody,
      response: siteView,
      summary: "Name the address that callbacks of tests go to",
      handle: ({ actor, client, params, body }) => changeTestKey(actor, client, params.site_id, body),
    }),
    listSites: operation("GET /", {
      permission: "interconnect:read",
      query: siteListQuery,
      response: siteList,
      handle: ({ query }) => listSites(query),
    }),
    pairSite: operation("POST /", {
      permission: "interconnect:write",
      proved: "site.trust",
      body: pairSiteBody,
      response: sitePaired,
      handle: ({ actor, client, body }) => pairSite(actor, client, body),
    }),
  },
);
