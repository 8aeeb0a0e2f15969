// The layer table of docs/architecture: a row imports rows below it, never its own row or above, siblings included.
// There is no allow-list: a rule that is in the way is changed here and in the page, or the code is.
const rows = [
  ["lib/http", "lib/worker"],
  ["lib/operations"],
  ["lib/checkout", "lib/interconnect", "lib/reports"],
  ["lib/orders"],
  ["lib/fulfillment"],
  ["lib/licenses", "lib/stock", "lib/pricing", "lib/wallet", "lib/payments"],
  ["lib/catalogue", "lib/content"],
  ["lib/accounts", "lib/notifications"],
  ["lib/settings"],
  ["lib/acts", "lib/jobs"],
  ["lib/db", "lib/outgoing"],
  ["lib/config"],
  ["lib/core"],
];

const anyOf = (folders) => `^(${folders.map((folder) => `${folder}/`).join("|")})`;

const layerRules = rows.flatMap((row, index) =>
  row.map((folder) => ({
    name: `layers:${folder}`,
    comment: `${folder} imports only rows below its own`,
    severity: "error",
    from: { path: `^${folder}/` },
    to: {
      path: anyOf(
        rows
          .slice(0, index + 1)
          .flat()
          .filter((other) => other !== folder),
      ),
    },
  })),
);

/** Texts that serve pages stand with the components; all others are the lowest row. */
const textsOfPages = "(locales|request|setting-texts)\\.ts$";

const known = rows.flat().map((folder) => folder.replace("lib/", ""));

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    {
      name: "every-lib-folder-has-a-row",
      comment: "A new domain is given its row in .dependency-cruiser.mjs",
      severity: "error",
      from: {},
      to: { path: "^lib/", pathNot: `^lib/(${known.join("|")})/` },
    },
    {
      name: "nothing-above-lib",
      comment:
        "lib knows no pages, components, tests, programs, seeds and no texts made for pages; texts themselves are below it",
      severity: "error",
      from: { path: "^lib/" },
      to: {
        path: `^(app|clients|components|tests|scripts|server|tools|prisma|proxy\\.ts|messages/${textsOfPages})`,
      },
    },
    {
      name: "texts-import-types-only",
      comment: "Texts are below everything: they know the types of their data and no more",
      severity: "error",
      from: { path: "^messages/", pathNot: `^messages/${textsOfPages}` },
      to: { pathNot: `^messages/(?!${textsOfPages})`, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "only-lib-imports-db",
      comment: "Pages and routes call queries and operations",
      severity: "error",
      from: { path: "^(app|components|messages|proxy\\.ts)" },
      to: { path: "^(lib/db/|node_modules/(pg|@prisma)/)" },
    },
    {
      name: "components-know-only-wire-shapes",
      comment:
        "components import of lib only */{schema,choices,bounds}.ts and core/{codes,days,key-text,money,rate,units-text,wire,shapes/described}",
      severity: "error",
      from: { path: "^components/" },
      to: {
        path: "^lib/",
        pathNot:
          "^lib/.+/(schema|choices|bounds)\\.ts$|^lib/core/(codes|days|key-text|money|rate|units-text|wire|shapes/described)\\.ts$",
      },
    },
    {
      name: "clients-stand-alone",
      comment: "A client is copied into other programs",
      severity: "error",
      from: { path: "^clients/" },
      to: { pathNot: "^clients/" },
    },
    {
      name: "components-know-no-pages",
      severity: "error",
      from: { path: "^components/" },
      to: { path: "^(app|tests|scripts|server|tools|prisma)/" },
    },
    {
      name: "ui-primitives-know-no-domain",
      severity: "error",
      from: { path: "^components/ui/" },
      to: { path: "^(components/(?!ui/)|lib/)", pathNot: "^lib/core/(codes|money)\\.ts$" },
    },
    {
      name: "schemas-are-isomorphic",
      comment:
        "schema.ts, state.ts, definitions, selling-settings, setting-kinds, mail-kinds, mail-data, bounds and choices go to the browser: only zod, their like and core/{codes,days,locale,money,multipart,rate,shaped-text,translations,units-text,wire,refusals/refusal,shapes/{described,ip-allow-list,moves,records}}",
      severity: "error",
      // The configuration's schema stays on the server.
      from: {
        path: "^lib/.+/(schema|state|definitions|setting-kinds|mail-kinds|mail-data|bounds|choices|selling-settings|captcha-schema)\\.ts$",
        pathNot: "^lib/config/",
      },
      to: {
        pathNot:
          "^node_modules/zod/|^lib/.+/(schema|state|definitions|setting-kinds|mail-kinds|mail-data|bounds|choices|selling-settings|captcha-schema)\\.ts$|^lib/core/(codes|days|key-text|locale|money|multipart|rate|shaped-text|translations|units-text|wire|refusals/(refusal|told-shape)|shapes/(described|ip-allow-list|moves|records))\\.ts$",
      },
    },
    {
      name: "worker-is-for-the-server",
      severity: "error",
      from: { path: "^(app|components|messages|proxy\\.ts)" },
      to: { path: "^lib/worker/" },
    },
    {
      name: "http-is-for-app",
      severity: "error",
      from: { path: "^(components|messages|proxy\\.ts)" },
      to: { path: "^lib/http/" },
    },
    {
      name: "web-standard-handlers",
      comment: "The same handlers run under Next, under a test and under a plain server",
      severity: "error",
      from: { path: "^(app/api/v1|lib)/", pathNot: "^lib/http/caller/session\\.ts$" },
      to: { path: "^node_modules/(next|next-auth|next-intl|react|react-dom)/" },
    },
    {
      name: "traces-are-loaded-on-demand",
      comment: "A shop that sends no traces loads nothing for them",
      severity: "error",
      from: { pathNot: "^tests/" },
      to: { path: "^lib/operations/send-traces\\.ts$", dynamic: false },
    },
    {
      name: "only-send-traces-knows-opentelemetry",
      severity: "error",
      from: {
        path: "^(app|components|lib|messages|prisma|scripts|server|tools|proxy)",
        pathNot: "^lib/operations/send-traces\\.ts$",
      },
      to: { path: "^node_modules/@opentelemetry/" },
    },
    {
      name: "the-server-knows-no-tools",
      comment: "The program that runs needs nothing of what measures, plays or describes it",
      severity: "error",
      from: { path: "^(app|components|lib|messages|prisma|server|proxy)" },
      to: { path: "^(tools|scripts)/" },
    },
    {
      name: "no-tests-outside-tests",
      severity: "error",
      from: { pathNot: "^tests/" },
      to: { path: "^tests/" },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: { pathNot: "^lib/db/generated/" },
      // Types are gone at run time; a pair of files may describe each other.
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "resolvable",
      severity: "error",
      from: { pathNot: "^lib/db/generated/" },
      to: { couldNotResolve: true, pathNot: "^\\.\\./build/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules|^lib/db/generated/" },
    exclude: { path: "^(\\.next|build|data)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
    moduleSystems: ["es6", "cjs"],
  },
};
