import { getAdminLoginProvider, listAdminLoginProviders } from "@/lib/accounts/identities/providers";
import {
  createLoginProvider,
  deleteLoginProvider,
  updateLoginProvider,
} from "@/lib/accounts/identities/save-provider";
import {
  adminLoginProvider,
  adminLoginProviderList,
  createLoginProviderBody,
  loginProviderDeleted,
  loginProviderTested,
  updateLoginProviderBody,
} from "@/lib/accounts/identities/schema";
import { testLoginProvider } from "@/lib/accounts/identities/test-provider";
import { idParams } from "@/lib/core/wire";
import { operation, resource } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/login-providers",
  {
    getLoginProvider: operation("GET /[id]", {
      permission: "settings:read",
      params: idParams,
      response: adminLoginProvider,
      handle: ({ params }) => getAdminLoginProvider(params.id),
    }),
    updateLoginProvider: operation("PATCH /[id]", {
      permission: "settings:write",
      proved: "login.provider",
      params: idParams,
      body: updateLoginProviderBody,
      response: adminLoginProvider,
      handle: ({ actor, client, params, body }) => updateLoginProvider(actor, params.id, body, client),
    }),
    deleteLoginProvider: operation("DELETE /[id]", {
      permission: "settings:write",
      proved: "login.provider",
      params: idParams,
      response: loginProviderDeleted,
      summary: "Delete a log-in provider with its links to accounts",
      handle: ({ actor, client, params }) => deleteLoginProvider(actor, params.id, client),
    }),
    testLoginProvider: operation("POST /[id]/test", {
      permission: "settings:write",
      params: idParams,
      response: loginProviderTested,
      limit: "notification_channel_test",
      summary: "Ask a log-in provider now what it says of itself",
      handle: ({ params }) => testLoginProvider(params.id),
    }),
    listAdminLoginProviders: operation("GET /", {
      permission: "settings:read",
      response: adminLoginProviderList,
      summary: "Log-in providers, those that are switched off too",
      handle: async () => ({ login_providers: await listAdminLoginProviders() }),
    }),
    createLoginProvider: operation("POST /", {
      permission: "settings:write",
      proved: "login.provider",
      body: createLoginProviderBody,
      response: adminLoginProvider,
      handle: ({ actor, client, body }) => createLoginProvider(actor, body, client),
    }),
  },
);
