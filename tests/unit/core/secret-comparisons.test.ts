import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");

/** `a.b?.guestToken` is named guestToken, `hashOf(x)` hashOf and `fields.get("sign")` sign. */
function lastName(node: ts.Node): string {
  if (ts.isCallExpression(node) && lastName(node.expression) === "get" && node.arguments[0])
    return lastName(node.arguments[0]);
  if (ts.isCallExpression(node) || ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node))
    return lastName(node.expression);
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node)) return lastName(node.argumentExpression);
  return ts.isIdentifier(node) || ts.isStringLiteral(node) ? node.text : "";
}

const secretName =
  /(^|[a-z])(signature|sign|hmac|mac|digest|hash|token|secret|password|otp|apiKey|(email|recovery|totp|given|sent)Code)$/i;
const equals = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

/** Against a word of the source, nothing secret is measured: `kind === "secret"`, `token !== null`. */
const isConstant = (node: ts.Node) =>
  ts.isLiteralExpression(node) ||
  node.kind === ts.SyntaxKind.NullKeyword ||
  ["undefined", "length"].includes(lastName(node));

function secretComparisons(text: string): string[] {
  const source = ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isBinaryExpression(node) && equals.has(node.operatorToken.kind)) {
      const sides = [node.left, node.right];
      if (!sides.some(isConstant) && sides.some((side) => secretName.test(lastName(side))))
        found.push(node.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The caller knows both sides, so the time of the comparison reveals nothing. */
const harmless = [
  // Two readings of one stored row.
  "lib/accounts/sessions/login.ts: row?.hash !== checked",
  "lib/accounts/staff/sessions/login-staff.ts: row?.hash !== checked",
  // A password that is being chosen, beside the chooser's own address or own former password.
  "lib/accounts/password/password-policy.ts: password === other.toLowerCase()",
  "lib/accounts/staff/sessions/change-staff-password.ts: input.newPassword === input.oldPassword",
  // A site's key is its name on the wire, shown to staff; its secret is another column.
  "lib/reports/find-anything.ts: apiKey === text",
  // The secret that a signature has just proved, beside those that it was chosen from.
  "lib/interconnect/agent/authenticate-connection.ts: secret === pairing",
  // The bytes of a file for sale beside what was noted at its upload.
  'lib/operations/backup/sold-files.ts: hash.digest("hex") !== expected',
  // A caller's signature beside its own other spelling.
  'lib/payments/providers/rsa.ts: bytes.toString("base64") !== sign',
];

describe("a comparison that ends at the first byte that differs tells where that is [N18]", () => {
  it("compares no secret of ours with ===", () => {
    const files = ["app/api", "lib"].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts") && !file.startsWith(path.join("db", "generated")))
        .map((file) => `${folder}/${file.split(path.sep).join("/")}`),
    );
    const found = files.flatMap((file) =>
      secretComparisons(readFileSync(path.join(root, file), "utf8")).map((text) => `${file}: ${text}`),
    );
    expect(found.sort()).toEqual([...harmless].sort());
  });

  it.each([
    "given === signature",
    "row.tokenHash !== sha256(token)",
    'fields.get("sign") == expected',
    "hmac(body) === headers[name]",
    'a.digest("hex") !== b',
    "config.apiKey === key",
  ])("would find %s", (text) => expect(secretComparisons(text)).toEqual([text]));

  it.each(["token === null", 'field.kind === "secret"', "secret.length !== 32", "code === status"])(
    "leaves %s alone",
    (text) => expect(secretComparisons(text)).toEqual([]),
  );
});
