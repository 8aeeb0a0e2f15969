import { emptyObject } from "@/lib/core/wire";
import { streamDownload } from "@/lib/http/answer/download";
import { operation, resource } from "@/lib/http/route";
import { compareWithMain } from "@/lib/interconnect/agent/account/compare-with-main";
import { exportBooks } from "@/lib/interconnect/agent/account/export-books";
import { accountPeriod, connectionRateBody, mainComparison } from "@/lib/interconnect/agent/account/schema";
import { mapBody } from "@/lib/interconnect/agent/admin/mapping-schema";
import {
  connectionList,
  connectionPaired,
  connectionParams,
  connectionTest,
  connectionView,
  createConnectionBody,
  importBody,
  offerImportReport,
  offerList,
  offerQuery,
  pairConnectionBody,
  syncRunList,
  syncStarted,
  updateConnectionBody,
} from "@/lib/interconnect/agent/admin/schema";
import {
  getConnection,
  listConnections,
  listOffers,
  listSyncRuns,
} from "@/lib/interconnect/agent/admin-queries";
import { createConnection } from "@/lib/interconnect/agent/create-connection";
import { importOffers } from "@/lib/interconnect/agent/import-offers";
import { mapOffer } from "@/lib/interconnect/agent/map-offer";
import { pairConnection } from "@/lib/interconnect/agent/pair-connection";
import { setRate } from "@/lib/interconnect/agent/set-rate";
import { startSync } from "@/lib/interconnect/agent/start-sync";
import { testConnection } from "@/lib/interconnect/agent/test-connection";
import { updateConnection } from "@/lib/interconnect/agent/update-connection";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/interconnect/connections",
  {
    exportConnectionBooks: operation("GET /[connection_id]/books", {
      permission: "interconnect:read",
      params: connectionParams,
      query: accountPeriod,
      response: "raw",
      produces: "text/csv",
      handle: async ({ actor, client, params, query }) =>
        streamDownload(
          "books.csv",
          "text/csv",
          await exportBooks(actor, client, params.connection_id, query),
        ),
    }),
    compareWithMain: operation("POST /[connection_id]/comparison", {
      permission: "interconnect:write",
      params: connectionParams,
      body: accountPeriod,
      response: mainComparison,
      handle: ({ params, body }) => compareWithMain(params.connection_id, body),
    }),
    importOffers: operation("POST /[connection_id]/import", {
      permission: "interconnect:write",
      params: connectionParams,
      body: importBody,
      response: offerImportReport,
      handle: ({ actor, client, params, body }) => importOffers(actor, client, params.connection_id, body),
    }),
    mapOffer: operation("PUT /[connection_id]/mappings", {
      permission: "interconnect:write",
      params: connectionParams,
      body: mapBody,
      response: emptyObject,
      handle: async ({ actor, client, params, body }) => {
        await mapOffer(actor, client, params.connection_id, body);
        return {};
      },
    }),
    listOffers: operation("GET /[connection_id]/offers", {
      permission: "interconnect:read",
      params: connectionParams,
      query: offerQuery,
      response: offerList,
      handle: ({ params, query }) => listOffers(params.connection_id, query),
    }),
    setConnectionRate: operation("POST /[connection_id]/rate", {
      permission: "interconnect:write",
      params: connectionParams,
      body: connectionRateBody,
      response: connectionView,
      summary: "Set the rate of a main site's currency",
      handle: ({ actor, client, params, body }) => setRate(actor, client, params.connection_id, body.rate),
    }),
    getConnection: operation("GET /[connection_id]", {
      permission: "interconnect:read",
      params: connectionParams,
      response: connectionView,
      handle: ({ params }) => getConnection(params.connection_id),
    }),
    updateConnection: operation("PATCH /[connection_id]", {
      permission: "interconnect:write",
      params: connectionParams,
      body: updateConnectionBody,
      response: connectionView,
      handle: ({ actor, client, params, body }) =>
        updateConnection(actor, client, params.connection_id, body),
    }),
    listSyncRuns: operation("GET /[connection_id]/sync", {
      permission: "interconnect:read",
      params: connectionParams,
      response: syncRunList,
      handle: ({ params }) => listSyncRuns(params.connection_id),
    }),
    startSync: operation("POST /[connection_id]/sync", {
      permission: "interconnect:write",
      params: connectionParams,
      response: syncStarted,
      handle: async ({ actor, client, params }) => {
        await startSync(actor, client, params.connection_id);
        return { started: true };
      },
    }),
    testConnection: operation("POST /[connection_id]/test", {
      permission: "interconnect:write",
      params: connectionParams,
      response: connectionTest,
      handle: ({ params }) => testConnection(params.connection_id),
    }),
    pairConnection: operation("POST /pair", {
      permission: "interconnect:write",
      body: pairConnectionBody,
      response: connectionPaired,
      summary: "Connect to a main site with its pairing code",
      handle: ({ actor, client, body }) => pairConnection(actor, client, body),
    }),
    listConnections: operation("GET /", {
      permission: "interconnect:read",
      response: connectionList,
      handle: () => listConnections(),
    }),
    createConnection: operation("POST /", {
      permission: "interconnect:write",
      body: createConnectionBody,
      response: connectionView,
      handle: ({ actor, client, body }) => createConnection(actor, client, body),
    }),
  },
);
