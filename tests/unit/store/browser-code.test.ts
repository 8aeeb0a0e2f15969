import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");

/** All that a browser may be sent: components, pages, and the files of lib that they share with the server. */
const browserCode = ["app", "clients", "components", "lib"]
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  )
  .filter((file) => !/^(app\/api|lib\/db\/generated|clients\/typescript\/dist)\//.test(file))
  // Signing is for servers: a page has no secret.
  .filter((file) => !/^clients\/typescript\/src\/(signature|partner)\.ts$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }))
  .filter(({ file, text }) => !file.startsWith("lib/") || !/from "(node:|\.\.?\/.*db\/client)/.test(text));

const filesWith = (pattern: RegExp) =>
  browserCode.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

/** Browsers give these to https and localhost alone; many shops are first opened by the address of a machine. */
const secureOnly = {
  "crypto.randomUUID": /(?<!\w)crypto\.(randomUUID|subtle)/,
  clipboard: /navigator\.clipboard/,
  "service workers": /serviceWorker|\bPushManager\b/,
  caches: /(?<![\w.])caches\.(open|match|has|delete|keys)\(/,
  notifications: /new Notification\(|Notification\.requestPermission/,
  credentials: /navigator\.credentials|PublicKeyCredential/,
  sharing: /navigator\.(share|canShare)\b/,
  storage: /navigator\.storage|show(Save|Open)FilePicker|showDirectoryPicker/,
  devices: /navigator\.(bluetooth|usb|hid|serial|geolocation|mediaDevices|wakeLock|locks|gpu)\b/,
  "payment requests": /new PaymentRequest\(/,
  isolation: /\bSharedArrayBuffer\b|cookieStore\b/,
} as const;

const otherWays: Record<string, string[]> = {
  // The copy button has another way, and says so.
  clipboard: ["app/offline/page-script.ts", "components/ui/copy-button.tsx"],
  // Where they are missing nothing is offered.
  "service workers": ["components/store/offline/offline-page.ts"],
  caches: ["components/store/offline/offline-page.ts"],
  // The password is the other way.
  credentials: ["components/store/auth/use-has-passkeys.ts"],
};

describe("the browser's code", () => {
  it.each(Object.entries(secureOnly))(
    "works on plain http under any name: no %s without another way [C89]",
    (name, pattern) => {
      expect(filesWith(pattern)).toEqual(otherWays[name] ?? []);
    },
  );

  it("hides no link or button by a class that the look of a button takes back", () => {
    expect(filesWith(/buttonClass\([^)]*"[^"]*(?<![\w:-])hidden(?![\w-])/)).toEqual([]);
  });

  it("loads parts of a page by components/ui/later.tsx alone, so that one that breaks takes no page down [C90]", () => {
    expect(filesWith(/from "next\/dynamic"|[\s{,]lazy[\s,}][^;]*from "react"/)).toEqual([
      "components/ui/later.tsx",
    ]);
    const others = browserCode.flatMap(({ file, text }) =>
      /^(app|components)\//.test(file)
        ? [...text.matchAll(/(\S+\s*(?:\(\) =>)?\s*)\bimport\(/g)]
            .filter(([, before = ""]) => !/^later(?:Opened)?\(\(\) =>\s*$/.test(before))
            .map(() => file)
        : [],
    );
    // No parts of a page: a file that cannot be sent says so, a slug that cannot be proposed is typed, who has no passkey has a password, what cannot be put into
    // the cart says so, a code that is not drawn yet keeps its place, a text whose editor does not come is written as HTML, and a look is read from its file when
    // its checks have come.
    expect(others.sort()).toEqual([
      "app/admin/(panel)/look/_components/look-file.ts",
      "components/admin/delivery/send-file.ts",
      "components/admin/form/slug-of.ts",
      "components/admin/form/use-editor-near.ts",
      "components/store/auth/load-passkeys.ts",
      "components/store/cart/cart-link.tsx",
      "components/store/draw-qr.ts",
    ]);
  });
});
